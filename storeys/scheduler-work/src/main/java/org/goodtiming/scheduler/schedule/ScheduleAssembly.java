package org.goodtiming.scheduler.schedule;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.goodtiming.scheduler.sql.NewTransaction;

/** Builds the watches of the calendars and definitions that schedules name. */
@ApplicationScoped
class ScheduleAssembly {

  @Produces
  @Singleton
  ChangeWatch calendarWatch(NewTransaction transaction, RunMover runs) {
    return ChangeWatch.ofCalendars(limit -> transaction.call(() -> runs.move(limit)));
  }

  @Produces
  @Singleton
  ChangeWatch definitionWatch(NewTransaction transaction, RunFiller runs) {
    return ChangeWatch.ofDefinitions(limit -> transaction.call(() -> runs.fill(limit)));
  }
}
