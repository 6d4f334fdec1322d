package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDate;
import java.time.LocalDateTime;

/** A calendar of whole days. */
public sealed interface DayCalendar extends ExclusionCalendar
    permits WeeklyCalendar, DateCalendar, AnnualCalendar, HolidayCalendar, CustomCalendar {

  boolean excludes(LocalDate day);

  @Override
  default boolean excludes(LocalDateTime time) {
    return excludes(time.toLocalDate());
  }

  @Override
  default LocalDateTime unchangedUntil(LocalDateTime time) {
    return unchangedUntil(time.toLocalDate()).atStartOfDay();
  }

  /** A later day, until which the answer does not change. */
  default LocalDate unchangedUntil(LocalDate day) {
    return day.plusDays(1);
  }
}
