package org.goodtiming.scheduler.lifecycle;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.telemetry.Events;

/** Measures number and age of the events that wait for publication. */
@Singleton
record EventBacklog(EventOutbox outbox, Events events) implements LeaderTask {

  @Inject
  EventBacklog {}

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "lifecycle-event-backlog",
        Duration.ofSeconds(10),
        "SCHED-0688 could not count the lifecycle events that wait; next try in 10 s");
  }

  @Override
  public void run() {
    events.tell(outbox.waiting());
  }
}
