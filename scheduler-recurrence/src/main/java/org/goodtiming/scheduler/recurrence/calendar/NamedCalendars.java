package org.goodtiming.scheduler.recurrence.calendar;

import java.util.Optional;

/** Where the calendars come from that a text names, as {@code calendar:NAME}. */
@FunctionalInterface
public interface NamedCalendars {

  /** There are none. */
  NamedCalendars NONE = name -> Optional.empty();

  /** What the calendar of that name excludes; empty if there is none. */
  Optional<ExclusionCalendar> find(String name);
}
