package org.goodtiming.scheduler.api;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports of a worker that does its job in the message's transaction. For jobs that take seconds.
 *
 * <pre>{@code
 * @Resource(lookup = WireContract.WORKER_CONNECTION_FACTORY)
 * private ConnectionFactory connectionFactory;
 *
 * public void onMessage(Message message) {
 *   Execution execution = Execution.of(message, connectionFactory);
 *   execution.started();
 *   execution.finished(ExecutionResult.text(check(JobDelivery.of(message))));
 * }
 * }</pre>
 *
 * <p>Reports of the start and of the end ride in the transaction: if it rolls back, none was sent,
 * and the broker delivers the job again. Progress is told at once, whatever becomes of the
 * transaction.
 *
 * <p>Of a job that is not tracked nothing is reported; the worker need not know.
 */
public final class Execution {

  private final @Nullable Reporter reporter;

  private Execution(@Nullable Reporter reporter) {
    this.reporter = reporter;
  }

  /**
   * The run that a message delivers.
   *
   * @param connectionFactory of the container, with XA; its login must be allowed to send to {@link
   *     WireContract#REPORT_QUEUE}
   * @throws JobSchedulerException if the message cannot be read
   */
  public static Execution of(Message message, ConnectionFactory connectionFactory) {
    return new Execution(Reporter.of(message, connectionFactory));
  }

  /** Whether anything is reported at all. */
  public boolean isTracked() {
    return reporter != null;
  }

  /** The work begins. */
  public void started() {
    report("started", Map.of(), null);
  }

  /**
   * The work goes on; told at once.
   *
   * @param percent 0 to 100
   * @param text for people; null leaves the last one
   * @throws IllegalArgumentException if the percentage is out of range
   * @throws JobSchedulerException if it cannot be sent
   */
  public void progress(int percent, @Nullable String text) {
    Map<String, Object> fields = Reporter.progress(percent, text);
    if (reporter != null) {
      reporter.sendAtOnce("progress", fields);
    }
  }

  /** The work is done, without a result. */
  public void finished() {
    report("finished", Map.of(), null);
  }

  /** The work is done. */
  public void finished(ExecutionResult result) {
    report("finished", Map.of(), result);
  }

  /**
   * The work has failed for good. The message is taken all the same: throw an exception instead if
   * the broker shall deliver it again.
   */
  public void failed(String error) {
    report("failed", Map.of("message", error), null);
  }

  private void report(String event, Map<String, Object> fields, @Nullable ExecutionResult result) {
    if (reporter != null) {
      reporter.send(event, fields, result);
    }
  }
}
