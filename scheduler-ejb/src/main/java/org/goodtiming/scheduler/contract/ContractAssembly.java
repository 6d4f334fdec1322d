package org.goodtiming.scheduler.contract;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;

/** Builds the parser of messages. */
@ApplicationScoped
class ContractAssembly {

  @Produces
  @Singleton
  RegistrationParser registrationParser(SchedulerConfig config, NamedCalendars calendars) {
    return new RegistrationParser(config.registration(), calendars);
  }
}
