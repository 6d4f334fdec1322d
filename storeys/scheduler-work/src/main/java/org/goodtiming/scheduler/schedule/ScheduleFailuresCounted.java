package org.goodtiming.scheduler.schedule;

import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Meters;

/**
 * The schedules whose runs end without success.
 *
 * @param schedules those with the most failures, up to a limit
 */
public record ScheduleFailuresCounted(List<FailuresInQueue> queues, List<FailingSchedule> schedules)
    implements Event {

  /**
   * @param failures how many runs in a row have ended without success: of the schedule of the queue
   *     with the most, counted up to a limit
   */
  public record FailuresInQueue(String queue, int failures) {}

  /**
   * @param failures how many of its runs in a row have ended without success, counted up to a limit
   */
  public record FailingSchedule(String queue, String jobId, int failures) {}

  @Override
  public void measure(Meters meters) {
    meters
        .ofLeader(queues, each -> Map.of("queue", each.queue))
        .max(
            "scheduler.schedule.failures.runs",
            "The most runs in a row of a schedule of the queue that have ended without success, up to 10",
            FailuresInQueue::failures);
    meters
        .ofLeader(schedules, each -> Map.of("queue", each.queue, "schedule", each.jobId))
        .max(
            "scheduler.failing.schedule.runs",
            "Runs in a row of the schedule that have ended without success, up to 10; only of the schedules with the most",
            FailingSchedule::failures);
  }
}
