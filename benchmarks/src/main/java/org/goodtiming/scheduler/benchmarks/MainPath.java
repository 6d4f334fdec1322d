package org.goodtiming.scheduler.benchmarks;

import jakarta.jms.ConnectionFactory;
import java.sql.SQLException;
import java.util.List;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.benchmarks.worker.DrainingListener;
import org.goodtiming.scheduler.benchmarks.worker.SingleListener;
import org.goodtiming.scheduler.benchmarks.worker.WaitingListener;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;

/** The two halves of the main path, each fed from a full queue. */
public final class MainPath implements AutoCloseable {

  private static final String QUEUE = "bench.worker";
  private static final List<String> QUEUES =
      List.of(QUEUE, DrainingListener.QUEUE, SingleListener.QUEUE, WaitingListener.QUEUE);

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
    cpu = CpuClock.ofNode(stack);
    for (String queue : QUEUES) {
      ledger.allow(queue);
      broker.create(queue);
    }
  }

  /** From messages that wait in the registration queue to committed rows, which stay. */
  public Figure register(int jobs) throws Exception {
    return register(QUEUE, jobs);
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

  /** From due rows to jobs that the worker of a queue has done. */
  public Figure execute(String queue, int jobs) throws Exception {
    register(queue, jobs);
    return measure(
        jobs, () -> ledger.pause(queue, false), "dispatched", () -> broker.awaitEmpty(queue));
  }

  @Override
  public void close() throws SQLException {
    for (String queue : QUEUES) {
      ledger.pause(queue, true);
    }
  }

  private Figure register(String queue, int jobs) throws Exception {
    return register(
        queue, jobs, () -> Registrations.send(connectionFactory, "scheduler.jobs", queue, jobs));
  }

  private Figure register(String queue, int jobs, Step send) throws Exception {
    ledger.pause(queue, true);
    broker.pause("scheduler.jobs");
    send.run();
    return measure("registered", jobs, () -> broker.resume("scheduler.jobs"));
  }

  private interface Step {
    void run() throws Exception;
  }

  private Figure measure(String kind, int jobs, Step start) throws Exception {
    return measure(jobs, start, kind, () -> {});
  }

  private Figure measure(int jobs, Step start, String kind, Step end) throws Exception {
    long total = ledger.total(kind) + jobs;
    var used = cpu.read();
    long from = System.nanoTime();
    start.run();
    ledger.awaitTotal(kind, total);
    end.run();
    double seconds = (System.nanoTime() - from) / 1e9;
    return new Figure(jobs, seconds, cpu.read().perJobSince(used, jobs));
  }
}
