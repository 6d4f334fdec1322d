package org.goodtiming.scheduler.job.upkeep;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;

/** The due jobs of each queue that still wait. */
public record DueJobsCounted(List<DueInQueue> queues) implements Event {

  /**
   * @param due jobs, counted up to a limit
   * @param overdue jobs among them that have been due for more than a second
   * @param oldest how long the first of them has been due
   */
  public record DueInQueue(String queue, int due, int overdue, Duration oldest) {}

  @Override
  public void measure(Meters meters) {
    meters
        .ofLeader(queues, each -> Map.of("queue", each.queue))
        .sum(
            "scheduler.due.jobs",
            "Jobs that are due, also those that wait for another attempt, up to 1000 of each queue",
            DueInQueue::due)
        .sum(
            "scheduler.overdue.jobs",
            "Jobs more than a second after their due time, up to 1000 of each queue",
            DueInQueue::overdue)
        .max(
            "scheduler.oldest.due.seconds",
            "Time since the due time of the oldest due job",
            each -> Meters.seconds(each.oldest));
  }
}
