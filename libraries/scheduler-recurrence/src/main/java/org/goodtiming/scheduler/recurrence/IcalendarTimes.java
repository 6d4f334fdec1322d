package org.goodtiming.scheduler.recurrence;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.goodtiming.scheduler.recurrence.icalendar.RuleTimes;
import org.jspecify.annotations.Nullable;

/**
 * The times of a rule, with the fraction of a second of its start. Times before the start are those
 * of an overlap that comes again after it; without a start there are none before 1970.
 */
final class IcalendarTimes implements WallClockTimes {
  private final RuleTimes times;
  private final int fraction;
  private final long first;
  private final @Nullable LocalDateTime until;
  private long asked = Long.MAX_VALUE;
  private long answer = RuleTimes.NONE;

  /**
   * @param until the last time that is due; null for no limit
   */
  IcalendarTimes(RuleTimes times, Anchor anchor, @Nullable LocalDateTime until) {
    this.times = times;
    this.fraction = anchor.local().getNano();
    this.first = anchor.start() == null ? seconds(anchor.local()) : Long.MIN_VALUE;
    this.until = until;
  }

  @Override
  public @Nullable LocalDateTime nextOrSame(LocalDateTime from) {
    long second = Math.max(first, firstSecond(from));
    boolean isKnown = second >= asked && (answer == RuleTimes.NONE || second <= answer);
    if (!isKnown) {
      answer = times.nextOrSame(second);
      asked = second;
    }
    LocalDateTime time = answer == RuleTimes.NONE ? null : local(answer);
    return time == null || isAfterEnd(time) ? null : time;
  }

  @Override
  public Counted count(LocalDateTime after, LocalDateTime before, long most) {
    LocalDateTime end = until == null || before.isBefore(until) ? before : until.plusNanos(1);
    long endSecond = firstSecond(end);
    long last = seconds(after);
    int number = 0;
    long next = times.nextOrSame(last + 1);
    while (number < most && next != RuleTimes.NONE && next < endSecond) {
      last = next;
      number++;
      next = times.nextOrSame(last + 1);
    }
    return new Counted(number, number == 0 ? after : local(last));
  }

  private boolean isAfterEnd(LocalDateTime time) {
    return until != null && time.isAfter(until);
  }

  /** The second of the first time of the rule that may be at the given one or after it. */
  private long firstSecond(LocalDateTime from) {
    return seconds(from) + (from.getNano() > fraction ? 1 : 0);
  }

  private static long seconds(LocalDateTime time) {
    return time.toEpochSecond(ZoneOffset.UTC);
  }

  private LocalDateTime local(long second) {
    return LocalDateTime.ofEpochSecond(second, fraction, ZoneOffset.UTC);
  }

  @Override
  public long steps() {
    return times.steps();
  }
}
