package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDate;
import org.goodtiming.scheduler.recurrence.syntax.Weekdays;

/** {@code weekly:SAT,SUN}. */
public record WeeklyCalendar(Weekdays days) implements DayCalendar {

  @Override
  public boolean excludes(LocalDate day) {
    return days.contains(day.getDayOfWeek());
  }

  @Override
  public String describe() {
    return "on " + days.describe();
  }

  @Override
  public String toString() {
    return "weekly:" + days;
  }
}
