package org.goodtiming.scheduler.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.recurrence.FixedDelay;
import org.goodtiming.scheduler.recurrence.Recurrence;

/** When the next run of a schedule is due. */
record Plan(Recurrence recurrence, Misfire misfire) {

  /**
   * @param planned time of the run that is dispatched or given up now
   * @param runs how many there are with that one
   * @param threshold a planned time that has passed by more is missed
   * @return empty if there is no further run
   */
  Optional<Instant> next(Instant planned, int runs, Instant now, Duration threshold) {
    if (recurrence.rule() instanceof FixedDelay) {
      return laterThan(planned, planned.isAfter(now) ? planned : now, runs);
    }
    Optional<Instant> next = laterThan(planned, planned, runs);
    boolean missed = next.isPresent() && next.get().isBefore(now.minus(threshold));
    return missed && misfire == Misfire.FIRE_ONCE ? laterThan(planned, now, runs) : next;
  }

  /** The database keeps microseconds: cut to them, the next due time may be the planned one. */
  private Optional<Instant> laterThan(Instant planned, Instant after, int runs) {
    Optional<Instant> next = recurrence.next(after, runs);
    while (next.isPresent() && !next.map(Plan::stored).orElseThrow().isAfter(planned)) {
      next = recurrence.next(next.get(), runs);
    }
    return next.map(Plan::stored);
  }

  private static Instant stored(Instant due) {
    return due.truncatedTo(ChronoUnit.MICROS);
  }
}
