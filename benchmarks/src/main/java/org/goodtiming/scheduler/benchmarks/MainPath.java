package org.goodtiming.scheduler.benchmarks;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;

/** The two halves of the main path, each fed from a full queue. */
final class MainPath implements AutoCloseable {

  private static final String QUEUE = "bench.worker";
  private static final String BODY = "x".repeat(100);
  private static final int SENDS_A_TRANSACTION = 1000;
  private static final int JOBS_A_MESSAGE = 500;

  private final BrokerConsole broker;
  private final Ledger ledger;
  private final CpuClock cpu;
  private final ConnectionFactory connectionFactory;

  MainPath(DevStack stack) throws SQLException {
    var address = stack.broker();
    connectionFactory =
        new ActiveMQConnectionFactory(address.url(), address.user(), address.password());
    broker = new BrokerConsole(connectionFactory);
    ledger = new Ledger(stack.database().dataSource(DatabaseUser.SUPERUSER));
    cpu = new CpuClock(stack);
    ledger.allow(QUEUE);
    broker.create(QUEUE);
  }

  /** From messages that wait in the registration queue to committed rows, which stay. */
  Figure register(int jobs) throws Exception {
    ledger.pause(QUEUE, true);
    broker.pause("scheduler.jobs");
    send(jobs);
    return measure("registered", jobs, () -> broker.resume("scheduler.jobs"));
  }

  /** The same with many jobs in a message; whatever of them is not handed over stays. */
  Figure registerInBulk(int jobs) throws Exception {
    ledger.pause(QUEUE, true);
    broker.pause("scheduler.jobs");
    sendInBulk(jobs);
    return measure("registered", jobs, () -> broker.resume("scheduler.jobs"));
  }

  /** From due rows to messages in the worker queue, which is emptied afterwards. */
  Figure dispatch(int jobs) throws Exception {
    var figure = measure("dispatched", jobs, () -> ledger.pause(QUEUE, false));
    broker.purge(QUEUE);
    return figure;
  }

  @Override
  public void close() throws SQLException {
    ledger.pause(QUEUE, true);
  }

  private interface Start {
    void now() throws Exception;
  }

  private Figure measure(String kind, int jobs, Start start) throws Exception {
    long total = ledger.total(kind) + jobs;
    var used = cpu.read();
    long from = System.nanoTime();
    start.now();
    ledger.awaitTotal(kind, total);
    double seconds = (System.nanoTime() - from) / 1e9;
    return new Figure(jobs, seconds, cpu.read().perJobSince(used, jobs));
  }

  private void sendInBulk(int jobs) {
    try (JMSContext context = connectionFactory.createContext(Session.SESSION_TRANSACTED)) {
      var producer = context.createProducer();
      producer.setProperty("scheduler_op", "scheduleAll").setProperty("scheduler_queue", QUEUE);
      var queue = context.createQueue("scheduler.jobs");
      for (int sent = 0; sent < jobs; sent += JOBS_A_MESSAGE) {
        producer.send(queue, lines(Math.min(JOBS_A_MESSAGE, jobs - sent)));
      }
      context.commit();
    }
  }

  private static String lines(int count) {
    long now = System.currentTimeMillis();
    var message = UUID.randomUUID();
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                "{\"jobId\":\"%s %d\",\"dueAt\":%d,\"body\":\"%s\"}\n"
                    .formatted(message, i, now, BODY))
        .collect(Collectors.joining());
  }

  private void send(int jobs) {
    try (JMSContext context = connectionFactory.createContext(Session.SESSION_TRANSACTED)) {
      var producer = context.createProducer();
      producer.setProperty("scheduler_queue", QUEUE).setProperty("scheduler_delay", "PT0S");
      var queue = context.createQueue("scheduler.jobs");
      for (int i = 1; i <= jobs; i++) {
        producer.send(queue, BODY);
        if (i % SENDS_A_TRANSACTION == 0 || i == jobs) {
          context.commit();
        }
      }
    }
  }
}
