package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDateTime;

/** Times at which no run is due, on wall-clock time. {@code toString} gives the text form. */
public sealed interface ExclusionCalendar
    permits DayCalendar, WindowCalendar, CronCalendar, CombinedCalendar, NotCalendar {

  /**
   * Reads a text such as {@code any(weekly:SAT,SUN; dates:2026-12-24)}.
   *
   * @throws org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException when the text
   *     cannot be read
   */
  static ExclusionCalendar parse(String text) {
    return CalendarParser.parse(text);
  }

  boolean excludes(LocalDateTime time);

  /** A later time; up to it the answer for the given one holds. */
  LocalDateTime unchangedUntil(LocalDateTime time);

  /** A phrase in English, such as "on Saturday and Sunday". */
  String describe();
}
