package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDateTime;
import java.time.LocalTime;
import org.goodtiming.scheduler.recurrence.syntax.TimeWindow;

/**
 * {@code daily:12:00-13:00}: each day from the begin to just before the end, which may be on the
 * next day.
 */
public record WindowCalendar(TimeWindow window) implements ExclusionCalendar {

  @Override
  public boolean excludes(LocalDateTime time) {
    LocalTime clock = time.toLocalTime();
    boolean isAfterBegin = !clock.isBefore(window.from());
    boolean isBeforeEnd = clock.isBefore(window.to());
    return window.isOverMidnight() ? isAfterBegin || isBeforeEnd : isAfterBegin && isBeforeEnd;
  }

  @Override
  public LocalDateTime unchangedUntil(LocalDateTime time) {
    LocalDateTime begin = nextAt(window.from(), time);
    LocalDateTime end = nextAt(window.to(), time);
    return begin.isBefore(end) ? begin : end;
  }

  private static LocalDateTime nextAt(LocalTime clock, LocalDateTime after) {
    LocalDateTime today = after.toLocalDate().atTime(clock);
    return today.isAfter(after) ? today : today.plusDays(1);
  }

  @Override
  public String describe() {
    return window.describe();
  }

  @Override
  public String toString() {
    return "daily:" + window;
  }
}
