package org.goodtiming.scheduler.recurrence;

import java.time.LocalDateTime;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/** The treatment of day 29, 30 or 31 in a shorter month. */
public enum EndOfMonth {
  /** The last day of the shorter month; longer months keep the day of the start. */
  CLAMP,
  /** A start on the last day of its month means the last day of each month. */
  LAST_DAY,
  /** The shorter month is omitted. */
  SKIP;

  /** The time that replaces the clamped one; null when it is omitted. */
  @Nullable LocalDateTime apply(LocalDateTime start, LocalDateTime clamped) {
    return switch (this) {
      case CLAMP -> clamped;
      case LAST_DAY -> isLastDay(start) ? clamped.withDayOfMonth(lastDay(clamped)) : clamped;
      case SKIP -> clamped.getDayOfMonth() == start.getDayOfMonth() ? clamped : null;
    };
  }

  private static boolean isLastDay(LocalDateTime time) {
    return time.getDayOfMonth() == lastDay(time);
  }

  private static int lastDay(LocalDateTime time) {
    return YearMonth.from(time).lengthOfMonth();
  }
}
