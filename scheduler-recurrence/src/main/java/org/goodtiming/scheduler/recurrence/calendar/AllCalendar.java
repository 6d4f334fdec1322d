package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** {@code all(weekly:SUN; daily:12:00-13:00)}: excluded by each of the calendars. */
public record AllCalendar(List<ExclusionCalendar> calendars) implements ExclusionCalendar {

  public AllCalendar {
    calendars = List.copyOf(calendars);
    if (calendars.isEmpty()) {
      throw new IllegalArgumentException("at least one calendar is needed");
    }
  }

  @Override
  public boolean excludes(LocalDateTime time) {
    return calendars.stream().allMatch(calendar -> calendar.excludes(time));
  }

  /** While one of the calendars does not exclude, the others do not matter. */
  @Override
  public LocalDateTime unchangedUntil(LocalDateTime time) {
    return calendars.stream()
        .filter(calendar -> !calendar.excludes(time))
        .map(calendar -> calendar.unchangedUntil(time))
        .max(Comparator.naturalOrder())
        .orElseGet(() -> firstChange(time));
  }

  private LocalDateTime firstChange(LocalDateTime time) {
    return calendars.stream()
        .map(calendar -> calendar.unchangedUntil(time))
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  @Override
  public String describe() {
    return calendars.stream()
        .map(ExclusionCalendar::describe)
        .collect(Collectors.joining(" and ", "(", ")"));
  }

  @Override
  public String toString() {
    return calendars.stream()
        .map(ExclusionCalendar::toString)
        .collect(Collectors.joining("; ", "all(", ")"));
  }
}
