package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * How long a command that waits goes on while the node is away.
 *
 * @param pause between two polls; false if it is interrupted
 */
record Patience(InstantSource clock, BooleanSupplier pause) {

  /** Maximum time of an interruption, such as a restart. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  static Patience ofThisProcess() {
    return new Patience(InstantSource.system(), () -> Repetition.pause(1));
  }

  /**
   * @param poll fails if the node does not answer
   * @throws Failure the last one of the poll
   */
  JsonObject read(Supplier<JsonObject> poll) {
    Instant limit = clock.instant().plus(LIMIT);
    while (true) {
      try {
        return poll.get();
      } catch (Failure e) {
        if (e.status != ExitStatus.UNAVAILABLE
            || !clock.instant().isBefore(limit)
            || !pause.getAsBoolean()) {
          throw e;
        }
      }
    }
  }
}
