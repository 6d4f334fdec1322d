package org.goodtiming.scheduler.benchmarks;

import jakarta.jms.ConnectionFactory;
import java.sql.SQLException;
import java.util.List;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.benchmarks.worker.DrainingListener;
import org.goodtiming.scheduler.benchmarks.worker.ReportingListener;
import org.goodtiming.scheduler.benchmarks.worker.SingleListener;
import org.goodtiming.scheduler.benchmarks.worker.WaitingListener;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;

/** The two halves of the main path, each fed from a full queue. */
public final class MainPath implements AutoCloseable {

  /** Dispatched together with the first queue, by {@link #dispatchBoth}. */
  public static final String SECOND_QUEUE = "bench.second-worker";

  private static final String QUEUE = "bench.worker";
  private static final List<String> QUEUES =
      List.of(
          QUEUE,
          SECOND_QUEUE,
          DrainingListener.QUEUE,
          SingleListener.QUEUE,
          WaitingListener.QUEUE,
          ReportingListener.QUEUE);

  private final BrokerConsole broker;
  private final Ledger ledger;
  private final CpuClock cpu;
  private final ConnectionFactory connectionFactory;

  /** Creates its queues, paused. */
  public MainPath(DevStack stack) throws SQLException {
    var address = stack.broker();
    connectionFactory =
        new ActiveMQConnectionFactory(address.url(), address.user(), address.password());
    broker = new BrokerConsole(connectionFactory);
    ledger = new Ledger(stack.database().dataSource(DatabaseUser.SUPERUSER));
    cpu = CpuClock.ofNodes(stack);
    for (String queue : QUEUES) {
      ledger.allow(queue);
      broker.create(queue);
    }
  }

  /** From messages that wait in the registration queue to committed rows, which stay. */
  public Figure register(int jobs) throws Exception {
    return register(jobs, false);
  }

  /**
   * The same.
   *
   * @param tracked whether each job has an execution
   */
  public Figure register(int jobs, boolean tracked) throws Exception {
    return register(QUEUE, jobs, tracked);
  }

  /** The same with many jobs in a message; whatever of them is not handed over stays. */
  Figure registerInBulk(int jobs) throws Exception {
    return register(QUEUE, jobs, () -> Registrations.sendInBulk(connectionFactory, QUEUE, jobs));
  }

  /** From due rows to messages in the worker queue, which is emptied afterwards. */
  public Figure dispatch(int jobs) throws Exception {
    var figure = measure("dispatched", jobs, () -> ledger.pause(QUEUE, false));
    broker.purge(QUEUE);
    return figure;
  }

  /**
   * From due rows of two queues to messages in these, which are emptied afterwards.
   *
   * @param jobs in each of the queues; those of the first are registered already
   */
  public Figure dispatchBoth(int jobs) throws Exception {
    register(SECOND_QUEUE, jobs, false);
    var figure =
        measure(
            "dispatched",
            2 * jobs,
            () -> {
              ledger.pause(QUEUE, false);
              ledger.pause(SECOND_QUEUE, false);
            });
    broker.purge(QUEUE);
    broker.purge(SECOND_QUEUE);
    return figure;
  }

  /** Measures the way from due rows to jobs that the worker of a queue has done. */
  public Figure execute(String queue, int jobs) throws Exception {
    return execute(queue, jobs, false, () -> {});
  }

  /**
   * From due rows to jobs whose worker has reported their start and their end, and whose reports
   * are stored.
   *
   * @param queue of a worker that reports
   * @param tracked whether each job has an execution; without, the worker sends no reports
   */
  public Figure report(String queue, int jobs, boolean tracked) throws Exception {
    return execute(queue, jobs, tracked, () -> broker.awaitEmpty(WireContract.REPORT_QUEUE));
  }

  /**
   * From due rows to jobs that a worker without reports has done, and whose executions have ended
   * because the broker has acknowledged their messages.
   *
   * @param tracked whether each job has an execution
   */
  public Figure acknowledge(String queue, int jobs, boolean tracked) throws Exception {
    ledger.finishWhenAcknowledged(queue);
    return execute(queue, jobs, tracked, () -> ledger.awaitEnded(queue));
  }

  /** From reports that wait, two for each job, to executions that have ended. */
  public Figure drainReports(int jobs) throws Exception {
    broker.pause(WireContract.REPORT_QUEUE);
    execute(ReportingListener.QUEUE, jobs, true, () -> {});
    return measure(
        2 * jobs,
        () -> broker.resume(WireContract.REPORT_QUEUE),
        () -> broker.awaitEmpty(WireContract.REPORT_QUEUE));
  }

  @Override
  public void close() throws SQLException {
    for (String queue : QUEUES) {
      ledger.pause(queue, true);
    }
  }

  private Figure register(String queue, int jobs, boolean tracked) throws Exception {
    return register(
        queue,
        jobs,
        () ->
            Registrations.send(
                connectionFactory, WireContract.REGISTRATION_QUEUE, queue, jobs, tracked));
  }

  private Figure register(String queue, int jobs, Step send) throws Exception {
    ledger.pause(queue, true);
    broker.pause("scheduler.jobs");
    send.run();
    return measure("registered", jobs, () -> broker.resume("scheduler.jobs"));
  }

  /**
   * @param end what is waited for after the worker has taken all jobs
   */
  private Figure execute(String queue, int jobs, boolean tracked, Step end) throws Exception {
    register(queue, jobs, tracked);
    return measure(
        jobs,
        () -> ledger.pause(queue, false),
        "dispatched",
        () -> {
          broker.awaitEmpty(queue);
          end.run();
        });
  }

  private interface Step {
    void run() throws Exception;
  }

  private Figure measure(String kind, int jobs, Step start) throws Exception {
    return measure(jobs, start, kind, () -> {});
  }

  private Figure measure(int jobs, Step start, String kind, Step end) throws Exception {
    long total = ledger.total(kind) + jobs;
    return measure(
        jobs,
        start,
        () -> {
          ledger.awaitTotal(kind, total);
          end.run();
        });
  }

  private Figure measure(int count, Step start, Step end) throws Exception {
    var used = cpu.read();
    long from = System.nanoTime();
    start.run();
    end.run();
    double seconds = (System.nanoTime() - from) / 1e9;
    return new Figure(count, seconds, cpu.read().perJobSince(used, count));
  }
}
