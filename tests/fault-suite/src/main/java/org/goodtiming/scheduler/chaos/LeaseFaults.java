package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;

/** Someone meddles with the lease. */
final class LeaseFaults {

  private static final int TIMES = 5;
  private static final Duration SHORTEST = Duration.ofMillis(500);
  private static final Duration LONGEST = Duration.ofSeconds(2);

  static final List<Fault> ALL =
      List.of(
          new Fault(
                  "second-leader",
                  "the lease is taken from the leader by SQL while it works, five times",
                  LeaseFaults::secondLeader)
              .lasting(LONGEST.multipliedBy(TIMES)));

  private LeaseFaults() {}

  // Its session is ended first, or the row would stay locked until its beat is over.
  private static FaultOutcome secondLeader(FaultContext context) throws InterruptedException {
    long epoch = context.epoch();
    for (int i = 0; i < TIMES; i++) {
      context
          .sql()
          .execute(
              """
              SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE usename = 'scheduler_lease' AND application_name = (SELECT holder FROM scheduler.lease);
              UPDATE scheduler.lease SET last_run_at = clock_timestamp() - interval 'PT1H'
              """);
      context.wait(SHORTEST, LONGEST);
    }
    return FaultOutcome.of("%d changes of the holder".formatted(context.epoch() - epoch));
  }
}
