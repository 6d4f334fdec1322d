package org.goodtiming.scheduler.registration.sql;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.telemetry.Events;

/** Measures the age of the oldest registration by SQL, and counts those that no node has stored. */
@Singleton
record SqlRegistrationAge(SqlRegistrationStore requests, Events events) implements LeaderTask {

  @Inject
  SqlRegistrationAge {}

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
    requests.storedAtOnce().forEach(events::tell);
  }
}
