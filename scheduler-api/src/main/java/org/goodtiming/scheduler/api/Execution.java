package org.goodtiming.scheduler.api;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports of a worker that processes its job in the message's transaction, for jobs that take
 * seconds.
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
 * <p>Reports of the start and of the end are sent in the transaction: if it rolls back, no report
 * is sent, and the broker redelivers the job. Progress is sent at once, independently of the
 * transaction.
 *
 * <p>For an untracked job the methods send no reports, so a worker can call them for every job.
 */
public final class Execution {

  private final @Nullable Reporter reporter;
  private final ReportBatch reports;
  private final boolean sends;
  private final RunNotes notes = new RunNotes();

  /**
   * @param reports of start and end
   * @param sends whether it sends these reports itself
   */
  private Execution(@Nullable Reporter reporter, ReportBatch reports, boolean sends) {
    this.reporter = reporter;
    this.reports = reports;
    this.sends = sends;
  }

  /**
   * Returns the execution of the run that a message delivers.
   *
   * @param connectionFactory of the container, with XA; its login needs permission to send to
   *     {@link WireContract#REPORT_QUEUE}
   * @throws JobSchedulerException if the message cannot be read
   */
  public static Execution of(Message message, ConnectionFactory connectionFactory) {
    return new Execution(
        Reporter.of(message, connectionFactory), new ReportBatch(connectionFactory), true);
  }

  /** An execution that leaves its reports of start and end to the sender of {@code reports}. */
  static Execution of(Message message, ConnectionFactory connectionFactory, ReportBatch reports) {
    return new Execution(Reporter.of(message, connectionFactory), reports, false);
  }

  /** Whether the job is tracked. If not, no reports are sent. */
  public boolean isTracked() {
    return reporter != null;
  }

  /**
   * Saves how far the work is, for a further attempt of this run ({@link JobDelivery#checkpoint}).
   * It replaces the former checkpoint, and is sent with the next report, if there is one.
   *
   * @param json one JSON value, at most {@link WireContract#MAX_CHECKPOINT_BYTES} in UTF-8
   * @throws IllegalArgumentException if it is no JSON value ({@code SCHED-0686}), or too large
   *     ({@code SCHED-0685})
   */
  public void checkpoint(String json) {
    notes.checkpoint(json);
  }

  /**
   * Keeps a line with the run, for people: the last {@link WireContract#MAX_LOG_LINES} lines of all
   * attempts are kept. It is sent with the next report.
   *
   * @param line cut off after {@link WireContract#MAX_LOG_LINE_LENGTH} characters
   */
  public void log(String line) {
    notes.log(line);
  }

  /** Reports that the work begins. */
  public void started() {
    report("started", Map.of(), null);
  }

  /**
   * Reports progress; sent at once, outside the transaction.
   *
   * @param percent 0 to 100
   * @param text a text for people; null keeps the last one
   * @throws IllegalArgumentException if the percentage is out of range
   * @throws JobSchedulerException if the report cannot be sent
   */
  public void progress(int percent, @Nullable String text) {
    Map<String, Object> fields = Reporter.progress(percent, text);
    if (reporter != null) {
      sendAtOnce(reporter, fields);
    }
  }

  private void sendAtOnce(Reporter sender, Map<String, Object> fields) {
    RunNotes.Taken taken = notes.take();
    try {
      sender.sendAtOnce("progress", taken.with(fields));
    } catch (JobSchedulerException e) {
      notes.giveBack(taken);
      throw e;
    }
  }

  /** Reports the end of the work, without a result. */
  public void finished() {
    report("finished", Map.of(), null);
  }

  /** Reports the end of the work, with its result. */
  public void finished(ExecutionResult result) {
    report("finished", Map.of(), result);
  }

  /**
   * Reports that the work has failed permanently: the run is not tried again, whatever the retry
   * policy says. The message is still consumed: throw an exception instead if the broker should
   * redeliver it.
   */
  public void failed(String error) {
    report("failed", Map.of("message", error, "retry", false), null);
  }

  /**
   * Reports that the work may succeed from a certain time on: the run is postponed, whatever its
   * retry policy says. That uses up no attempt, {@link WireContract#MAX_POSTPONEMENTS} times for
   * each run; from then on the policy must have an attempt left, otherwise the run ends as an
   * error. The message is consumed, so an untracked job does not come again: throw an exception
   * instead.
   *
   * @param at at most 366 days from now; at once if it is in the past
   * @param error why the work has failed
   */
  public void retryAt(Instant at, String error) {
    report("failed", Map.of("message", error, "retryAt", at), null);
  }

  private void report(String event, Map<String, Object> fields, @Nullable ExecutionResult result) {
    if (reporter == null) {
      return;
    }
    RunNotes.Taken taken = event.equals("failed") ? notes.takeLast() : notes.take();
    reporter.addTo(reports, event, taken.with(fields), result);
    if (sends) {
      reports.send();
    }
  }
}
