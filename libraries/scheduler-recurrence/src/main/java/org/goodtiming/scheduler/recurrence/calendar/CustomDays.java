package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDate;

/**
 * A calendar by an application's own code: {@code custom:NAME}. {@link java.util.ServiceLoader}
 * finds it once, so it must be in the class path of each program that reads the recurrence, and be
 * safe for several threads. Its answer for a day must not change.
 */
public interface CustomDays {

  /** Up to 100 letters, digits, dots, hyphens and underscores. */
  String name();

  /** Whether no run is due on the day. */
  boolean excludes(LocalDate day);
}
