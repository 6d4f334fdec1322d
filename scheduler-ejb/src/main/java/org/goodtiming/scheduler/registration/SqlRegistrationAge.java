package org.goodtiming.scheduler.registration;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.telemetry.Events;

/** Measures how long the oldest registration by SQL has waited. */
@Singleton
final class SqlRegistrationAge implements LeaderTask {

  private final SqlRegistrationStore requests;
  private final Events events;

  @Inject
  SqlRegistrationAge(SqlRegistrationStore requests, Events events) {
    this.requests = requests;
    this.events = events;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "sql-registration-age",
        Duration.ofSeconds(10),
        "SCHED-0159 could not query the oldest SQL registration; next try in 10 s");
  }

  @Override
  public void run() {
    events.tell(new OldestSqlRegistration(requests.oldest()));
  }
}
