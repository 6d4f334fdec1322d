package org.goodtiming.scheduler.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.jms.JMSContext;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.benchmarks.BrokerConsole;

/**
 * Ours, from the application's message to the worker's first line. The scheduler itself runs on the
 * stack's node; only registrant and worker are in this JVM.
 */
final class GoodTimingContender implements Contender {
  private static final String WORKER_QUEUE = "bench.peers";
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

  private final HikariDataSource database;
  private final ActiveMQConnectionFactory connectionFactory;
  private final Sessions single;
  private final Sessions transacted;
  private final BatchConsumer worker;
  private final BrokerConsole broker;
  private long registeredBefore;

  GoodTimingContender(Access access) throws SQLException {
    database = access.pool(2);
    connectionFactory = access.connectionFactory();
    single = new Sessions(connectionFactory, Session.AUTO_ACKNOWLEDGE);
    transacted = new Sessions(connectionFactory, Session.SESSION_TRANSACTED);
    worker = new BatchConsumer(connectionFactory, WORKER_QUEUE);
    broker = new BrokerConsole(connectionFactory);
    broker.create(WORKER_QUEUE);
    Table.run(
        database,
        "INSERT INTO scheduler.worker_queue (name, paused) VALUES ('%s', true) ON CONFLICT DO NOTHING"
            .formatted(WORKER_QUEUE));
    pause(true);
    registeredBefore = registered();
  }

  @Override
  public String settings() {
    return "default configuration, one node; one message a job, %,d a transaction in bulk; worker: JMS client, up to %,d messages a transaction"
        .formatted(BatchConsumer.BATCH, BatchConsumer.BATCH);
  }

  @Override
  public void register(Job job) {
    send(single.get(), job);
  }

  @Override
  public void registerAll(List<Job> jobs) {
    var context = transacted.get();
    jobs.forEach(job -> send(context, job));
    context.commit();
  }

  @Override
  public void awaitRegistered(int jobs) throws SQLException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (registered() < registeredBefore + jobs) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            "only %d of %d jobs were registered within %s"
                .formatted(registered() - registeredBefore, jobs, PATIENCE));
      }
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
  }

  @Override
  public void settle() throws SQLException {
    new Table(database, "scheduler.job").vacuum();
  }

  @Override
  public void start(Purpose purpose, Consumer<String> handler) throws SQLException {
    worker.start(handler);
    pause(false);
  }

  @Override
  public void stop() throws Exception {
    pause(true);
    worker.stop();
  }

  @Override
  public void addWaiting(int jobs) throws Exception {
    register(Waiting.JOB);
    awaitRegistered(1);
    new Table(database, "scheduler.job")
        .copy(
            "original.queue = '%s'".formatted(WORKER_QUEUE),
            Map.of("job_id", "'waiting-' || copy", "fire_id", "gen_random_uuid()"),
            jobs - 1);
  }

  @Override
  public void forgetDue() throws Exception {
    forget("due_at < " + Waiting.BORDER);
  }

  @Override
  public void close() throws Exception {
    stop();
    forget("true");
    single.close();
    transacted.close();
    connectionFactory.close();
    database.close();
  }

  private void forget(String condition) throws Exception {
    Table.run(
        database,
        "DELETE FROM scheduler.job WHERE queue = '%s' AND %s".formatted(WORKER_QUEUE, condition));
    new Table(database, "scheduler.job").vacuum();
    broker.purge(WORKER_QUEUE);
    registeredBefore = registered();
  }

  private void pause(boolean paused) throws SQLException {
    Table.run(
        database,
        "UPDATE scheduler.worker_queue SET paused = %s WHERE name = '%s'"
            .formatted(paused, WORKER_QUEUE));
  }

  // From the scheduler's own ledger, which is written in the jobs' own transactions.
  private long registered() throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT coalesce(sum(jobs), 0) FROM scheduler.ledger_entry WHERE kind = 'registered'")) {
      row.next();
      return row.getLong(1);
    }
  }

  private static void send(JMSContext context, Job job) {
    context
        .createProducer()
        .setProperty("scheduler_queue", WORKER_QUEUE)
        .setProperty("scheduler_jobId", Integer.toString(job.number()))
        .setProperty("scheduler_dueAt", job.due().toEpochMilli())
        .send(context.createQueue("scheduler.jobs"), job.payload());
  }
}
