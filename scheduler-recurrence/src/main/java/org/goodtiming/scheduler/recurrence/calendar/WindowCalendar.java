package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.goodtiming.scheduler.recurrence.syntax.TimeWindow;

/** {@code daily:12:00-13:00}: each day from the begin to just before the end. */
public record WindowCalendar(TimeWindow window) implements ExclusionCalendar {

  @Override
  public boolean excludes(LocalDateTime time) {
    LocalTime clock = time.toLocalTime();
    return !clock.isBefore(window.from()) && clock.isBefore(window.to());
  }

  @Override
  public LocalDateTime unchangedUntil(LocalDateTime time) {
    LocalDate day = time.toLocalDate();
    LocalTime clock = time.toLocalTime();
    if (clock.isBefore(window.from())) {
      return day.atTime(window.from());
    }
    return clock.isBefore(window.to())
        ? day.atTime(window.to())
        : day.plusDays(1).atTime(window.from());
  }

  @Override
  public String describe() {
    return "from %s to %s".formatted(window.from(), window.to());
  }

  @Override
  public String toString() {
    return "daily:" + window;
  }
}
