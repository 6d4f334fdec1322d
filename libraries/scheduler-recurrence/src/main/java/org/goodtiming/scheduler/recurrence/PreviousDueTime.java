package org.goodtiming.scheduler.recurrence;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Finds the last due time before an instant: rules only know their next time, so this asks for the
 * next one after earlier instants.
 *
 * @param earliest no run is due at this instant or before it
 */
record PreviousDueTime(DueTimeSearch search, Instant earliest, Instant before) {

  @Nullable Instant find() {
    Instant end = before;
    for (Duration back = Duration.ofSeconds(1); end.isAfter(earliest); back = back.plus(back)) {
      Instant from = later(earliest, before.minus(back));
      Instant due = next(from);
      if (due != null) {
        return lastBetween(due, end);
      }
      end = from;
    }
    return null;
  }

  /** Halves the time in which a later due time may be; none is due after the given end. */
  private Instant lastBetween(Instant first, Instant lastEnd) {
    Instant due = first;
    Instant end = lastEnd;
    for (Instant next = next(due); next != null; next = next(due)) {
      due = next;
      Instant middle = due.plus(Duration.between(due, end).dividedBy(2));
      Instant later = next(middle);
      end = later == null ? middle : end;
      due = later == null ? due : later;
    }
    return due;
  }

  private @Nullable Instant next(Instant after) {
    DueTime due = search.next(after, 0);
    return due == null || !due.at().isBefore(before) ? null : due.at();
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
