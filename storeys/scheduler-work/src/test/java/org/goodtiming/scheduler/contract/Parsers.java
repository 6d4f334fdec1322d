package org.goodtiming.scheduler.contract;

import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.contract.due.CalculatedDues;
import org.goodtiming.scheduler.job.JobDefinitions;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;

/** Parsers for tests. */
public final class Parsers {

  private Parsers() {}

  /** A parser of jobs that name neither calendars nor definitions. */
  public static RegistrationParser of(RegistrationConfig limits) {
    return of(limits, JobDefinitions.NONE);
  }

  public static RegistrationParser of(RegistrationConfig limits, JobDefinitions definitions) {
    return new RegistrationParser(limits, new CalculatedDues(NamedCalendars.NONE), definitions);
  }

  static RegistrationParser of(NamedCalendars calendars) {
    return new RegistrationParser(
        Registration.LIMITS, new CalculatedDues(calendars), JobDefinitions.NONE);
  }
}
