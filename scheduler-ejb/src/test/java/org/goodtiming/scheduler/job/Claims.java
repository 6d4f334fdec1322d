package org.goodtiming.scheduler.job;

import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.schedule.ScheduleStore;

/** Claims all due jobs of queue {@code a}, as a leader does. */
final class Claims {

  private Claims() {}

  static Claim of(DataSource dataSource) {
    return dueJobs(dataSource)
        .claim(Map.of("a", 1000), ClaimCursor.NONE, Duration.ZERO, "default", 0);
  }

  static DueJobs dueJobs(DataSource dataSource) {
    return new DueJobs(
        dataSource,
        new ExecutionStore(dataSource, "node-1"),
        new ScheduleStore(dataSource, Duration.ofMinutes(1)));
  }
}
