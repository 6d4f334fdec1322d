package org.goodtiming.scheduler.schedule;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.work.ScheduleConfig;
import org.goodtiming.scheduler.config.work.WorkConfig;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.telemetry.Events;

/** Builds the stores of schedules, and their leader tasks. */
@ApplicationScoped
class ScheduleAssembly {

  @Resource(lookup = "jdbc/scheduler")
  private DataSource xa;

  @Produces
  @Singleton
  ScheduleStore scheduleStore(WorkConfig config) {
    ScheduleConfig schedules = config.schedule();
    return new ScheduleStore(
        xa, schedules.misfireThreshold(), CatchUpPace.perSecond(schedules.catchUpRate()));
  }

  @Produces
  @Singleton
  SchedulePruning schedulePruning(WorkConfig config) {
    return new SchedulePruning(xa, config.schedule().historyAge());
  }

  @Produces
  @Singleton
  ScheduleFailures scheduleFailures(WorkConfig config, Events events) {
    return new ScheduleFailures(xa, config.schedule().namedInMetrics(), events);
  }

  @Produces
  @Singleton
  HeldRuns heldRuns(NewTransaction transaction, RunReleaser runs) {
    return new HeldRuns(limit -> transaction.run(() -> runs.release(limit)));
  }

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
