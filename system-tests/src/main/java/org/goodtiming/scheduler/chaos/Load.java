package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;

/**
 * What one round registers.
 *
 * @param jobs how many
 * @param spread over how long they are registered, and how far ahead the last of them is due
 * @param queues the worker queues they are for
 */
record Load(int jobs, Duration spread, List<String> queues) {

  Load {
    queues = List.copyOf(queues);
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
