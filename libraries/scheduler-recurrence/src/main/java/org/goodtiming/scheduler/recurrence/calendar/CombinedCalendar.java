package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code any(weekly:SUN; daily:12:00-13:00)}: excluded by at least one of the calendars; {@code
 * all(...)}: by each of them.
 */
public record CombinedCalendar(Mode mode, List<ExclusionCalendar> calendars)
    implements ExclusionCalendar {

  /** How many of the calendars must exclude a time. */
  public enum Mode {
    ANY("any", " or "),
    ALL("all", " and ");

    private final String name;
    private final String conjunction;

    Mode(String name, String conjunction) {
      this.name = name;
      this.conjunction = conjunction;
    }
  }

  /**
   * @throws IllegalArgumentException without calendars
   */
  public CombinedCalendar {
    calendars = List.copyOf(calendars);
    if (calendars.isEmpty()) {
      throw new IllegalArgumentException("at least one calendar is needed");
    }
  }

  @Override
  public boolean excludes(LocalDateTime time) {
    for (ExclusionCalendar calendar : calendars) {
      if (decidesAlone(calendar, time)) {
        return mode == Mode.ANY;
      }
    }
    return mode == Mode.ALL;
  }

  /** While one calendar decides alone, changes of the others do not matter. */
  @Override
  public LocalDateTime unchangedUntil(LocalDateTime time) {
    LocalDateTime latest = time;
    for (ExclusionCalendar calendar : calendars) {
      if (decidesAlone(calendar, time)) {
        LocalDateTime until = calendar.unchangedUntil(time);
        latest = until.isAfter(latest) ? until : latest;
      }
    }
    return latest.isAfter(time) ? latest : firstChange(time);
  }

  private boolean decidesAlone(ExclusionCalendar calendar, LocalDateTime time) {
    return calendar.excludes(time) == (mode == Mode.ANY);
  }

  private LocalDateTime firstChange(LocalDateTime time) {
    LocalDateTime first = calendars.get(0).unchangedUntil(time);
    for (ExclusionCalendar calendar : calendars) {
      LocalDateTime change = calendar.unchangedUntil(time);
      first = change.isBefore(first) ? change : first;
    }
    return first;
  }

  @Override
  public int parts() {
    return 1 + calendars.stream().mapToInt(ExclusionCalendar::parts).sum();
  }

  @Override
  public List<NamedCalendar> namedCalendars() {
    return calendars.stream().flatMap(calendar -> calendar.namedCalendars().stream()).toList();
  }

  @Override
  public String describe() {
    return calendars.stream()
        .map(ExclusionCalendar::describe)
        .collect(Collectors.joining(mode.conjunction, "(", ")"));
  }

  @Override
  public String toString() {
    return calendars.stream()
        .map(ExclusionCalendar::toString)
        .collect(Collectors.joining("; ", mode.name + "(", ")"));
  }
}
