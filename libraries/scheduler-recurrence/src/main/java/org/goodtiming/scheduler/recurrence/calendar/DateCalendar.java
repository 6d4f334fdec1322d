package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDate;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** {@code dates:2026-12-24,2026-12-31}. */
public record DateCalendar(SortedSet<LocalDate> dates) implements DayCalendar {
  private static final int YEARS_WITHOUT_CHANGE = 1_000;

  public DateCalendar {
    dates = Collections.unmodifiableSortedSet(new TreeSet<>(dates));
  }

  @Override
  public boolean excludes(LocalDate day) {
    return dates.contains(day);
  }

  @Override
  public LocalDate unchangedUntil(LocalDate day) {
    LocalDate tomorrow = day.plusDays(1);
    if (excludes(day)) {
      return tomorrow;
    }
    SortedSet<LocalDate> later = dates.tailSet(tomorrow);
    return later.isEmpty() ? day.plusYears(YEARS_WITHOUT_CHANGE) : later.first();
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
