package org.goodtiming.scheduler.benchmarks.scenario;

import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.LongStream;
import org.goodtiming.scheduler.benchmarks.longrun.WaitingRunListener;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;

/** Runs that {@code LongRunningJobs} executes on the node until they are cancelled. */
final class LongRuns {

  private final StackAccess site;
  private final CancelledJobs jobs;

  LongRuns(StackAccess site, int count) throws Exception {
    this.site = site;
    this.jobs = CancelledJobs.of(site, WaitingRunListener.QUEUE, count);
  }

  /** Measures the time from the request of all cancels until each run has seen its own. */
  Lateness cancelAll() throws Exception {
    jobs.register();
    // Each of them holds a thread
    jobs.await(
        "state = 'RUNNING' AND progress = %d".formatted(WaitingRunListener.WAITING), jobs.count());
    long from = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    jobs.cancel();
    jobs.await("ended_at IS NULL", 0);
    return lateness(from);
  }

  private Lateness lateness(long from) throws SQLException {
    var seen = seen().filter(micros -> micros >= from).map(micros -> micros - from);
    var sorted = seen.sorted().toArray();
    if (sorted.length != jobs.count()) {
      throw new IllegalStateException(
          "%d of %d runs have seen their cancel".formatted(sorted.length, jobs.count()));
    }
    return Lateness.of(sorted);
  }

  // All processes are on one machine, and so have one clock
  private LongStream seen() throws SQLException {
    var all = LongStream.builder();
    try (var connection = site.database().getConnection();
        var select =
            connection.prepareStatement(
                "SELECT message::bigint FROM scheduler.execution WHERE queue = ? AND state = 'CANCELLED'")) {
      select.setString(1, jobs.queue());
      var row = select.executeQuery();
      while (row.next()) {
        all.add(row.getLong(1));
      }
    }
    return all.build();
  }
}
