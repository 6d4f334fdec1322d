package org.goodtiming.scheduler.contract;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.job.JobDefinitions;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;

/** Builds the parser of messages. */
@ApplicationScoped
class ContractAssembly {

  @Produces
  @Singleton
  RegistrationParser registrationParser(
      CoreConfig config, NamedCalendars calendars, JobDefinitions definitions) {
    return new RegistrationParser(config.registration(), calendars, definitions);
  }
}
