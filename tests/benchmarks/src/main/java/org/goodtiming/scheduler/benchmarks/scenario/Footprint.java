package org.goodtiming.scheduler.benchmarks.scenario;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.goodtiming.scheduler.benchmarks.Registrations;

/** The resources of the idle scheduler. */
record Footprint(StackAccess site, WaitingJobs waiting) {
  private static final String QUEUE = "bench.footprint";
  private static final String NEIGHBOUR = "bench.punctual";
  private static final int JOBS_A_SECOND = 100;
  private static final int SECONDS = 20;
  private static final Duration DELAY = Duration.ofSeconds(2);

  /**
   * The footprint with a number of waiting jobs.
   *
   * @param disk bytes of table and indexes
   * @param heap bytes after full collections of a node that has just started and handed over a job
   * @param startMillis from the node's start to its first hand-over
   */
  record Stage(
      long waiting,
      Map<String, Long> disk,
      long heap,
      double startMillis,
      Connections connections) {}

  /** Of the node to database and broker, at rest and after it has had work. */
  record Connections(int database, int broker, int databaseAfterWork, int brokerAfterWork) {}

  Stage measure(long wanted) throws Exception {
    long present = waiting.fillUpTo(wanted);
    var disk = new JobTable(site.database()).sizes();
    double start = startMillis();
    var heap = heap();
    int database = databaseConnections();
    int broker = brokerConnections();
    work();
    return new Stage(
        present,
        disk,
        heap,
        start,
        new Connections(database, broker, databaseConnections(), brokerConnections()));
  }

  private long heap() throws IOException {
    try (var heap = NodeHeap.of(site.stack().node(1).pid())) {
      return heap.live();
    }
  }

  /** A job is due when the node starts; the ledger tells when it was handed over. */
  private double startMillis() throws SQLException, InterruptedException {
    site.addQueue(QUEUE);
    long registered = site.ledger().total("registered");
    long dispatched = site.ledger().total("dispatched");
    Registrations.send(site.connectionFactory(), "scheduler.jobs", QUEUE, 1);
    site.ledger().awaitTotal("registered", registered + 1);
    var node = site.stack().node(1);
    node.stop();
    site.ledger().pause(QUEUE, false);
    var from = Instant.now();
    node.start();
    site.ledger().awaitTotal("dispatched", dispatched + 1);
    return Duration.between(from, lastDispatch()).toNanos() / 1e6;
  }

  private Instant lastDispatch() throws SQLException {
    try (var connection = site.database().getConnection();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT max(recorded_at) FROM scheduler.ledger_entry WHERE kind = 'dispatched'")) {
      row.next();
      return row.getObject(1, Timestamp.class).toInstant();
    }
  }

  private void work() throws Exception {
    var timetable =
        Timetable.perSecond(
            Instant.now().plus(DELAY), JOBS_A_SECOND, JOBS_A_SECOND * SECONDS, DELAY);
    try (var traffic = Traffic.start(site, NEIGHBOUR, timetable)) {
      traffic.awaitAll();
    }
  }

  private int databaseConnections() throws SQLException {
    try (var connection = site.database().getConnection();
        var statement =
            connection.prepareStatement(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = ?")) {
      statement.setString(1, site.stack().node(1).name());
      try (var row = statement.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  private int brokerConnections() throws Exception {
    return site.broker().connections() - 1;
  }
}
