package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDateTime;
import java.util.List;

/** Times at which no run is due, on wall-clock time. {@code toString} gives the text form. */
public sealed interface ExclusionCalendar
    permits DayCalendar,
        WindowCalendar,
        CronCalendar,
        CombinedCalendar,
        NamedCalendar,
        NotCalendar {

  /**
   * Reads a text such as {@code any(weekly:SAT,SUN; dates:2026-12-24)}.
   *
   * @throws org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException when the text
   *     cannot be read
   */
  static ExclusionCalendar parse(String text) {
    return parse(text, NamedCalendars.NONE);
  }

  /** The same for a text that may hold {@code calendar:NAME}. */
  static ExclusionCalendar parse(String text, NamedCalendars calendars) {
    return CalendarParser.parse(text, calendars);
  }

  boolean excludes(LocalDateTime time);

  /** A later time, until which the answer does not change. */
  LocalDateTime unchangedUntil(LocalDateTime time);

  /** Number of calendars of which it consists, itself included: what one question costs. */
  default int parts() {
    return 1;
  }

  /** The named calendars in it, with repetitions. */
  default List<NamedCalendar> namedCalendars() {
    return List.of();
  }

  /** A phrase in English, such as "on Saturday and Sunday". */
  String describe();
}
