package org.goodtiming.scheduler.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.goodtiming.scheduler.benchmarks.BatchConsumer;
import org.goodtiming.scheduler.benchmarks.BrokerConsole;
import org.goodtiming.scheduler.benchmarks.Job;
import org.goodtiming.scheduler.benchmarks.Ledger;
import org.goodtiming.scheduler.benchmarks.Table;
import org.goodtiming.scheduler.benchmarks.booking.BookingListener;

/**
 * Ours, from the application's message to the worker's first line. The scheduler itself runs on the
 * stack's node; only registrant and worker are in this JVM.
 */
final class GoodTimingContender implements Contender {
  private static final String WORKER_QUEUE = BookingListener.QUEUE;
  private static final String REGISTERED = "registered";

  private static final String JOBS =
      "SELECT count(*) FROM scheduler.job WHERE queue = '%s'".formatted(WORKER_QUEUE);

  private static final int MAX_WORKERS = 8;

  private final HikariDataSource database;
  private final ActiveMQConnectionFactory connectionFactory;
  private final Registrant registrant;
  private final List<BatchConsumer> workers;
  private final BrokerConsole broker;
  private final Ledger ledger;
  private long registeredBefore;

  /** A contender that registers by messages. */
  static GoodTimingContender byMessage(Access access) throws SQLException {
    var registrant = new MessageRegistrant(access.connectionFactory(), WORKER_QUEUE);
    return new GoodTimingContender(access, registrant);
  }

  /** A contender that registers by SQL. */
  static GoodTimingContender bySql(Access access) throws SQLException {
    return new GoodTimingContender(access, new SqlRegistrant(access, WORKER_QUEUE));
  }

  private GoodTimingContender(Access access, Registrant registrant) throws SQLException {
    this.registrant = registrant;
    database = access.pool(2);
    connectionFactory = access.connectionFactory();
    workers =
        Stream.generate(() -> new BatchConsumer(connectionFactory, WORKER_QUEUE))
            .limit(MAX_WORKERS)
            .toList();
    broker = new BrokerConsole(connectionFactory);
    broker.create(WORKER_QUEUE);
    ledger = new Ledger(database);
    ledger.allow(WORKER_QUEUE);
    ledger.pause(WORKER_QUEUE, true);
  }

  @Override
  public String settings() {
    return "%s, one node; %s; worker: JMS client, up to %,d messages per transaction"
        .formatted(configuration(), registrant.settings(), BatchConsumer.BATCH);
  }

  /** What the environment says is for the node, too. */
  private static String configuration() {
    var ahead = System.getenv("SCHEDULER_DISPATCH_LEAD_TIME");
    return ahead == null ? "default configuration" : "scheduler.dispatch.lead-time=" + ahead;
  }

  @Override
  public void begin() throws SQLException {
    registeredBefore = ledger.total(REGISTERED);
  }

  @Override
  public void register(Job job) throws SQLException {
    registrant.register(job);
  }

  @Override
  public void registerAll(List<Job> jobs) throws SQLException {
    registrant.registerAll(jobs);
  }

  @Override
  public void registerRecurring(List<Job> jobs) throws SQLException {
    registrant.registerRecurring(jobs);
  }

  @Override
  public void awaitRegistered(int jobs) throws SQLException, InterruptedException {
    registeredBefore += jobs;
    ledger.awaitTotal(REGISTERED, registeredBefore);
  }

  @Override
  public void settle() throws SQLException {
    new Table(database, "scheduler.job").vacuum();
    new Table(database, "scheduler.schedule").vacuum();
  }

  @Override
  public void start(Purpose purpose, Consumer<String> handler) throws SQLException {
    workers.subList(0, workers(purpose)).forEach(worker -> worker.start(handler));
    ledger.pause(WORKER_QUEUE, false);
  }

  @Override
  public void stop() throws Exception {
    ledger.pause(WORKER_QUEUE, true);
    for (var worker : workers) {
      worker.stop();
    }
  }

  @Override
  public void addWaiting(int jobs) throws Exception {
    if (Table.number(database, JOBS) > 0) {
      // Of the other contender with this scheduler
      return;
    }
    register(Waiting.JOB);
    awaitRegistered(1);
    new Table(database, "scheduler.job")
        .copy(
            "original.queue = '%s'".formatted(WORKER_QUEUE),
            Map.of("job_id", "'waiting-' || copy", "fire_id", "gen_random_uuid()"),
            jobs - 1);
    ledger.book(REGISTERED, jobs - 1);
  }

  @Override
  public void forgetDue() throws Exception {
    forget("due_at < " + Waiting.BORDER);
  }

  @Override
  public void close() throws Exception {
    stop();
    forget("true");
    registrant.close();
    connectionFactory.close();
    database.close();
  }

  // One is enough for a handler that does nothing, not for one that takes a while.
  private static int workers(Purpose purpose) {
    return switch (purpose) {
      case THROUGHPUT, PUNCTUALITY -> 1;
      case RECOVERY -> MAX_WORKERS;
    };
  }

  private void forget(String condition) throws Exception {
    Table.run(
        database,
        """
        WITH gone AS (DELETE FROM scheduler.job WHERE queue = '%s' AND %s RETURNING id)
        INSERT INTO scheduler.ledger_entry (kind, jobs) SELECT 'cancelled', count(*) FROM gone HAVING count(*) > 0"""
            .formatted(WORKER_QUEUE, condition));
    Table.run(
        database, "DELETE FROM scheduler.schedule WHERE queue = '%s'".formatted(WORKER_QUEUE));
    settle();
    broker.purge(WORKER_QUEUE);
  }
}
