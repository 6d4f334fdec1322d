package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDateTime;
import java.util.List;

/** {@code not(daily:09:00-17:00)}: excluded unless the other calendar excludes. */
public record NotCalendar(ExclusionCalendar calendar) implements ExclusionCalendar {

  @Override
  public boolean excludes(LocalDateTime time) {
    return !calendar.excludes(time);
  }

  @Override
  public LocalDateTime unchangedUntil(LocalDateTime time) {
    return calendar.unchangedUntil(time);
  }

  @Override
  public int parts() {
    return 1 + calendar.parts();
  }

  @Override
  public List<NamedCalendar> namedCalendars() {
    return calendar.namedCalendars();
  }

  @Override
  public String describe() {
    return "any time but " + calendar.describe();
  }

  @Override
  public String toString() {
    return "not(" + calendar + ")";
  }
}
