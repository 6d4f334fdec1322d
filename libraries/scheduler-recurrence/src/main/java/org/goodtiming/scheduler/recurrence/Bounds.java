package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Where a recurrence begins and ends.
 *
 * @param start no run is due before it; null for no bound
 * @param until no run is due after it, though one may be due at it; null for no bound
 * @param times maximum number of runs, up to 9999; 0 for no bound
 */
public record Bounds(@Nullable Instant start, @Nullable Instant until, int times) {
  static final Bounds NONE = new Bounds(null, null, 0);

  /** The limit of the search for due times. */
  private static final Instant HORIZON = Instant.parse("9999-01-01T00:00:00Z");

  private static final Instant EARLIEST = Instant.parse("0001-01-03T00:00:00Z");

  public Bounds {
    if (start != null) {
      ValueReader.checkYear("start", start);
    }
    if (until != null) {
      ValueReader.checkYear("until", until);
    }
    if (start != null && until != null && until.isBefore(start)) {
      throw new RecurrenceSyntaxException(
          "until '%s': must not be before start '%s'".formatted(until, start));
    }
    if (times < 0 || times > 9999) {
      throw new RecurrenceSyntaxException(
          "times '%s': from 1 to 9999 allowed, 0 for no limit".formatted(times));
    }
  }

  /** The instant after which to search, for due times at the given one or after it. */
  static Instant justBefore(Instant instant) {
    return instant.isBefore(EARLIEST) ? EARLIEST : instant.minusNanos(1);
  }

  /** The instant, or an earlier instant after which no run is due. */
  static Instant upToHorizon(Instant instant) {
    return instant.isAfter(HORIZON) ? HORIZON.plusNanos(1) : instant;
  }

  /** The instant after which to search. */
  Instant searchAfter(Instant after) {
    Instant bounded = after.isBefore(EARLIEST) ? EARLIEST : after;
    return start != null && bounded.isBefore(start) ? start.minusNanos(1) : bounded;
  }

  /** The instant before which all due times before the given one are. */
  Instant searchBefore(Instant before) {
    Instant end = until == null || until.isAfter(HORIZON) ? HORIZON : until;
    return before.isAfter(end) ? end.plusNanos(1) : before;
  }

  boolean endsBefore(Instant time) {
    return time.isAfter(HORIZON) || (until != null && time.isAfter(until));
  }

  boolean isExhaustedBy(int runs) {
    return times > 0 && runs >= times;
  }
}
