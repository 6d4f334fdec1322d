package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDate;
import java.time.MonthDay;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** {@code annual:12-24,12-31}: these days of every year. */
public record AnnualCalendar(SortedSet<MonthDay> days) implements DayCalendar {

  public AnnualCalendar {
    days = Collections.unmodifiableSortedSet(new TreeSet<>(days));
  }

  @Override
  public boolean excludes(LocalDate day) {
    return days.contains(MonthDay.from(day));
  }

  @Override
  public LocalDate unchangedUntil(LocalDate day) {
    LocalDate tomorrow = day.plusDays(1);
    if (excludes(day)) {
      return tomorrow;
    }
    SortedSet<MonthDay> later = days.tailSet(MonthDay.from(tomorrow));
    LocalDate next =
        later.isEmpty() || tomorrow.getYear() > day.getYear()
            ? LocalDate.of(day.getYear() + 1, 1, 1)
            : later.first().atYear(day.getYear());
    // In most years, 29 February reads as the 28th
    return next.isAfter(day) ? next : tomorrow;
  }

  @Override
  public String describe() {
    return "on %s of each year".formatted(list(", "));
  }

  private String list(String separator) {
    return days.stream()
        .map(day -> day.toString().substring("--".length()))
        .collect(Collectors.joining(separator));
  }

  @Override
  public String toString() {
    return "annual:" + list(",");
  }
}
