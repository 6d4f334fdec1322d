package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** {@code any(weekly:SUN; daily:12:00-13:00)}: excluded by at least one of the calendars. */
public record AnyCalendar(List<ExclusionCalendar> calendars) implements ExclusionCalendar {

  public AnyCalendar {
    calendars = List.copyOf(calendars);
    if (calendars.isEmpty()) {
      throw new IllegalArgumentException("at least one calendar is needed");
    }
  }

  @Override
  public boolean excludes(LocalDateTime time) {
    return calendars.stream().anyMatch(calendar -> calendar.excludes(time));
  }

  /** While one of the calendars excludes, the others do not matter. */
  @Override
  public LocalDateTime unchangedUntil(LocalDateTime time) {
    return calendars.stream()
        .filter(calendar -> calendar.excludes(time))
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
        .collect(Collectors.joining(" or ", "(", ")"));
  }

  @Override
  public String toString() {
    return calendars.stream()
        .map(ExclusionCalendar::toString)
        .collect(Collectors.joining("; ", "any(", ")"));
  }
}
