package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDate;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** {@code dates:2026-12-24,2026-12-31}. */
public record DateCalendar(SortedSet<LocalDate> dates) implements DayCalendar {

  public DateCalendar {
    dates = Collections.unmodifiableSortedSet(new TreeSet<>(dates));
  }

  @Override
  public boolean excludes(LocalDate day) {
    return dates.contains(day);
  }

  @Override
  public String describe() {
    return "on " + list(", ");
  }

  private String list(String separator) {
    return dates.stream().map(LocalDate::toString).collect(Collectors.joining(separator));
  }

  @Override
  public String toString() {
    return "dates:" + list(",");
  }
}
