package org.goodtiming.scheduler.quartz;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.goodtiming.scheduler.recurrence.Recurrence;

/** Compares the fire times of a trigger with the due times of its recurrence. */
final class FireTimes {
  /** A nightly job of more than a year, so that each clock change is among them. */
  private static final int COMPARED = 400;

  /** Quartz looks no further than 100 years ahead. */
  private static final Duration FAR = Duration.ofDays(3650);

  private FireTimes() {}

  /** The first difference among the next 400 times within ten years; empty if there is none. */
  static Optional<String> difference(StoredTrigger trigger, Recurrence recurrence, Instant now) {
    List<Instant> theirs = compared(trigger.fireTimes(now), now);
    List<Instant> ours = compared(recurrence.dueTimes(now), now);
    int common = Math.min(theirs.size(), ours.size());
    for (int i = 0; i < common; i++) {
      if (!theirs.get(i).equals(ours.get(i))) {
        return Optional.of(
            "run %d is due at %s, with Quartz at %s".formatted(i + 1, ours.get(i), theirs.get(i)));
      }
    }
    return theirs.size() == ours.size()
        ? Optional.empty()
        : Optional.of("%d future runs, with Quartz %d".formatted(ours.size(), theirs.size()));
  }

  private static List<Instant> compared(Stream<Instant> times, Instant now) {
    return times.limit(COMPARED).takeWhile(now.plus(FAR)::isAfter).toList();
  }
}
