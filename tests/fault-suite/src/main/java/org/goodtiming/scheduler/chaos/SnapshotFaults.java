package org.goodtiming.scheduler.chaos;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * Somebody holds an old snapshot: PostgreSQL keeps the rows of dispatched jobs for it, and polls
 * pass over them.
 */
final class SnapshotFaults {

  private static final Duration LENGTH = Duration.ofSeconds(15);
  private static final int READERS = 4;

  // One to two seconds long, so that the snapshots overlap
  private static final String READ =
      """
      SELECT (SELECT count(*) FROM scheduler.job) + (SELECT count(*) FROM scheduler.execution),
             pg_sleep(1 + random())
      """;

  private static final String OLDEST =
      "SELECT coalesce(max(age(backend_xmin)), 0) FROM pg_stat_activity";

  static final List<Fault> ALL =
      List.of(
          new Fault(
                  "idle-in-transaction",
                  "a transaction has read all jobs and stays open",
                  SnapshotFaults::idle)
              .lasting(LENGTH),
          new Fault(
                  "active-readers",
                  "four sessions read all jobs and executions again and again, for 1 to 2 s each",
                  SnapshotFaults::readers)
              .lasting(LENGTH),
          new Fault(
                  "standby-feedback",
                  "a transaction stays open on a standby with hot_standby_feedback",
                  SnapshotFaults::standby)
              .lasting(Standby.START.plus(LENGTH)));

  private SnapshotFaults() {}

  private static FaultOutcome idle(FaultContext context) throws SQLException, InterruptedException {
    try (var snapshot = OpenSnapshot.on(context.sql().dataSource())) {
      Wait.pause(LENGTH);
      return outcome(context, snapshot.age(context.sql()), context.sql().number(OLDEST));
    }
  }

  private static FaultOutcome readers(FaultContext context) throws Exception {
    var executor = Executors.newFixedThreadPool(READERS);
    try {
      var end = System.nanoTime() + LENGTH.toNanos();
      Callable<Integer> reader = () -> readUntil(end, context.sql());
      int reads = 0;
      for (var readsOfOne :
          executor.invokeAll(Stream.generate(() -> reader).limit(READERS).toList())) {
        reads += readsOfOne.get();
      }
      return FaultOutcome.of("%d reads, jobs at most %d ms late".formatted(reads, late(context)));
    } finally {
      executor.shutdownNow();
    }
  }

  private static int readUntil(long end, Sql sql) {
    int reads = 0;
    while (System.nanoTime() < end) {
      sql.execute(READ);
      reads++;
    }
    return reads;
  }

  private static FaultOutcome standby(FaultContext context) throws Exception {
    try (var standby = Standby.of(context, Standby.ANY_PORT);
        var snapshot = OpenSnapshot.on(standby.dataSource())) {
      Wait.pause(LENGTH);
      return outcome(context, snapshot.age(context.sql()), standby.ageOfToldSnapshot());
    }
  }

  /**
   * @param age of the snapshot that was opened, in transactions
   * @param kept of the oldest one for which the database keeps rows
   */
  private static FaultOutcome outcome(FaultContext context, long age, long kept) {
    if (age == 0 || kept < age) {
      throw new IllegalStateException(
          "the database keeps the rows of %d transactions, not of %d".formatted(kept, age));
    }
    return FaultOutcome.of(
        "%d transactions since the snapshot, jobs at most %d ms late"
            .formatted(age, late(context)));
  }

  private static long late(FaultContext context) {
    return context.ledger().latest().toMillis();
  }
}
