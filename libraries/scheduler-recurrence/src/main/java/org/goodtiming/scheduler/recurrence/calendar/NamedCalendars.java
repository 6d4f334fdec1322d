package org.goodtiming.scheduler.recurrence.calendar;

import java.util.Optional;

/** The source of the calendars that a text names by {@code calendar:NAME}. */
@FunctionalInterface
public interface NamedCalendars {

  /** No calendars. */
  NamedCalendars NONE = name -> Optional.empty();

  /** The times that the calendar of that name excludes; empty if there is no such calendar. */
  Optional<ExclusionCalendar> find(String name);
}
