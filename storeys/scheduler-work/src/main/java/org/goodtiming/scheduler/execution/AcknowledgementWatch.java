package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.portion.Portions;
import org.goodtiming.scheduler.execution.AcknowledgedRuns.Delivery;
import org.goodtiming.scheduler.telemetry.Events;

/** Finishes runs whose messages the broker has acknowledged, as their queues say (ADR 0113). */
@Singleton
final class AcknowledgementWatch implements LeaderTask {

  private final AcknowledgedRuns runs;
  private final Predicate<String> settled;
  private final Events events;

  @Inject
  AcknowledgementWatch(AcknowledgedRuns runs, SettledQueues queues, Events events) {
    this(runs, queue -> queues.isSettled(queue), events);
  }

  /**
   * @param settled whether all that was in a worker queue before the question is acknowledged
   */
  AcknowledgementWatch(AcknowledgedRuns runs, Predicate<String> settled, Events events) {
    this.runs = runs;
    this.settled = settled;
    this.events = events;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "acknowledged-runs",
        Duration.ofSeconds(1),
        "SCHED-0059 could not finish runs whose messages are acknowledged; trying every second");
  }

  @Override
  public String condition() {
    return AcknowledgedRuns.ANY;
  }

  @Override
  public void run() {
    runs.stopWaitingForUnended();
    Portions.each(runs.queues(), this::finish);
  }

  /** The runs are read before the broker is asked: the messages of later ones prove nothing. */
  private void finish(String queue) {
    UUID last = AcknowledgedRuns.BEGINNING;
    List<Delivery> page = runs.dispatched(queue, last);
    while (!page.isEmpty() && settled.test(queue) && !Thread.currentThread().isInterrupted()) {
      new RunTally(runs.finish(page)).tell(events);
      last = page.get(page.size() - 1).fireId();
      page = page.size() < AcknowledgedRuns.PAGE ? List.of() : runs.dispatched(queue, last);
    }
  }
}
