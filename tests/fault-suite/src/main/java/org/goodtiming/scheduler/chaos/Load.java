package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;

/**
 * The registrations of a round.
 *
 * @param jobs number of jobs
 * @param spread time over which they are registered, and delay of the last job
 * @param queues the worker queues they are for
 */
record Load(int jobs, Duration spread, List<String> queues) {

  private static final int JOBS_PER_LONG_RUN = 20;

  Load {
    queues = List.copyOf(queues);
  }

  /** The number of further long runs: enough that a run is active most of the time. */
  int longRuns() {
    return Math.max(1 + (int) spread.toSeconds(), jobs / JOBS_PER_LONG_RUN);
  }

  /** Every third job is due at once. */
  Duration delay(Random random) {
    return random.nextInt(3) == 0
        ? Duration.ZERO
        : Duration.ofMillis(random.nextInt((int) spread.toMillis()));
  }

  /** So that registrations go on while the fault strikes, at an even pace. */
  Duration untilMayGoOn(long startNanos, long registered) {
    var planned = spread.toNanos() * registered / jobs;
    return Duration.ofNanos(Math.max(0, planned - (System.nanoTime() - startNanos)));
  }

  /** The wire contract's precision, never earlier than asked for. */
  static Instant toMillis(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MILLIS).plusMillis(1);
  }
}
