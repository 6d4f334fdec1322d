package org.goodtiming.scheduler.benchmarks.raw;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.XAJMSContext;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.benchmarks.BrokerConsole;
import org.goodtiming.scheduler.benchmarks.CpuClock;
import org.goodtiming.scheduler.benchmarks.Figure;
import org.goodtiming.scheduler.benchmarks.Registrations;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;
import org.postgresql.xa.PGXADataSource;

/**
 * Registration and dispatch bare: the same messages and rows on the same servers, and two phases.
 */
public final class BarePipelines {

  private static final String JOBS = "bench.raw.jobs";
  private static final String WORKER = "bench.raw.worker";

  /** Time without a message after which a batch is no longer filled. */
  private static final long PATIENCE_MILLIS = 5;

  private final DevStack stack;
  private final CpuClock cpu;
  private final ConnectionFactory connectionFactory;
  private final BrokerConsole broker;

  /** Makes queues and a table of its own. */
  public BarePipelines(DevStack stack) throws Exception {
    this.stack = stack;
    cpu = CpuClock.ofThisJvm(stack);
    var address = stack.broker();
    connectionFactory =
        new ActiveMQConnectionFactory(address.url(), address.user(), address.password());
    broker = new BrokerConsole(connectionFactory);
    broker.create(JOBS);
    broker.create(WORKER);
    RawJobs.create(stack.database());
  }

  /** From messages in a queue to committed rows, which stay. */
  public Figure register(int jobs, Shape shape) throws Exception {
    Registrations.send(connectionFactory, JOBS, WORKER, jobs);
    var left = new AtomicLong(jobs);
    return measure(jobs, shape, lane -> register(lane, shape.batch(), left));
  }

  /** From due rows to messages in a queue, which is emptied afterwards. */
  public Figure dispatch(int jobs, Shape shape) throws Exception {
    var handedOver = new AtomicLong();
    var figure = measure(jobs, shape, lane -> dispatch(lane, shape.batch(), handedOver));
    if (handedOver.get() != jobs) {
      throw new IllegalStateException(
          "%d of %d jobs were dispatched".formatted(handedOver.get(), jobs));
    }
    broker.purge(WORKER);
    RawJobs.clear(stack.database());
    return figure;
  }

  /** The preparation and the timed work of a thread. */
  private interface Lane {
    Callable<Boolean> open(TwoPhase transactions) throws Exception;
  }

  private Figure measure(int jobs, Shape shape, Lane lane) throws Exception {
    var opened = new ArrayList<TwoPhase>();
    var work = new ArrayList<Callable<Boolean>>();
    var threads = Executors.newFixedThreadPool(shape.threads());
    try {
      for (int i = 0; i < shape.threads(); i++) {
        opened.add(open(i));
        work.add(lane.open(opened.get(i)));
      }
      var used = cpu.read();
      long from = System.nanoTime();
      for (var each : threads.invokeAll(work)) {
        each.get();
      }
      double seconds = (System.nanoTime() - from) / 1e9;
      return new Figure(jobs, seconds, cpu.read().perJobSince(used, jobs));
    } finally {
      threads.shutdownNow();
      for (var each : opened) {
        each.close();
      }
    }
  }

  private TwoPhase open(int number) throws Exception {
    var database = stack.database();
    var rows = new PGXADataSource();
    rows.setServerNames(new String[] {database.host()});
    rows.setPortNumbers(new int[] {database.port()});
    rows.setDatabaseName("scheduler");
    rows.setUser(DatabaseUser.XA.role());
    rows.setPassword(database.password(DatabaseUser.XA));
    var address = stack.broker();
    @SuppressWarnings("resource") // Closed with its context
    var messages =
        new ActiveMQXAConnectionFactory(address.url(), address.user(), address.password());
    return new TwoPhase(
        rows.getXAConnection(),
        messages.createXAContext(),
        ForcedLog.open(stack.state().resolve("bare-" + number + ".log")));
  }

  private static Callable<Boolean> register(TwoPhase lane, int batch, AtomicLong left) {
    XAJMSContext broker = lane.broker();
    broker.setAutoStart(false);
    JMSConsumer queue = broker.createConsumer(broker.createQueue(JOBS));
    return () -> {
      broker.start();
      while (left.get() > 0) {
        left.addAndGet(-lane.run(database -> store(database, receive(queue, batch))));
      }
      return true;
    };
  }

  private static int store(Connection database, List<Message> messages) throws Exception {
    if (!messages.isEmpty()) {
      RawJobs.insert(database, messages);
    }
    return messages.size();
  }

  private static List<Message> receive(JMSConsumer queue, int limit) {
    var messages = new ArrayList<Message>(limit);
    while (messages.size() < limit) {
      Message next = queue.receive(PATIENCE_MILLIS);
      if (next == null) {
        break;
      }
      messages.add(next);
    }
    return messages;
  }

  private static Callable<Boolean> dispatch(TwoPhase lane, int batch, AtomicLong handedOver) {
    return () -> {
      int rows = 1;
      while (rows > 0) {
        rows = lane.run(database -> handOver(database, lane.broker(), batch));
        handedOver.addAndGet(rows);
      }
      return true;
    };
  }

  private static int handOver(Connection database, XAJMSContext broker, int batch)
      throws Exception {
    var rows = RawJobs.claim(database, WORKER, batch);
    var queue = broker.createQueue(WORKER);
    var producer = broker.createProducer();
    for (var row : rows) {
      producer.setPriority(row.priority()).send(queue, message(broker, row));
    }
    return rows.size();
  }

  private static Message message(XAJMSContext broker, RawJobs.Row row) throws JMSException {
    var message = broker.createTextMessage(row.body());
    message.setStringProperty(WireContract.QUEUE, row.queue());
    message.setStringProperty(WireContract.JOB_ID, row.jobId());
    message.setLongProperty(WireContract.DUE_AT, row.dueAt().toEpochMilli());
    message.setStringProperty(WireContract.FIRE_ID, row.fireId().toString());
    message.setLongProperty(WireContract.ATTEMPT, 1);
    message.setLongProperty(WireContract.EPOCH, 1);
    message.setStringProperty("_AMQ_DUPL_ID", row.fireId().toString());
    return message;
  }
}
