package org.goodtiming.scheduler.execution;

import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Histogram;
import org.goodtiming.scheduler.telemetry.Meters;

/** The events of jobs after their dispatch. */
public interface ExecutionEvent extends Event {

  /** A job waits for another attempt, because its worker has failed at it. */
  record JobRetried(String queue) implements ExecutionEvent {
    @Override
    public void measure(Meters meters) {
      meters.count(
          "scheduler.retried.jobs",
          "Jobs that wait for another attempt, because their worker has failed",
          1,
          Map.of("queue", queue));
    }
  }

  /**
   * Reports of workers were consumed.
   *
   * @param ignored number of reports that are late, repeated, or without the token of the latest
   *     attempt
   * @param refused number of messages that were not valid reports
   */
  record ReportsTaken(int booked, int ignored, int refused) implements ExecutionEvent {
    @Override
    public void measure(Meters meters) {
      Map.of("booked", booked, "ignored", ignored, "refused", refused)
          .forEach(
              (outcome, reports) ->
                  meters.count(
                      "scheduler.execution.reports",
                      "Reports of workers: booked; ignored because late or repeated; refused",
                      reports,
                      Map.of("outcome", outcome)));
    }
  }

  /**
   * Tracked runs of one queue ended.
   *
   * @param failed runs that ended as errors
   * @param durationMicros of each run whose start was reported before its end
   */
  record RunsEnded(String queue, int finished, int failed, long[] durationMicros)
      implements ExecutionEvent {
    private static final Histogram DURATION =
        new Histogram(
            "scheduler.run.duration",
            "From the start of a tracked run to its end",
            List.of(0.01, 0.1, 1.0, 10.0, 60.0, 600.0, 3600.0, 21_600.0, 86_400.0, 604_800.0));

    @Override
    public void measure(Meters meters) {
      Map.of("finished", finished, "failed", failed)
          .forEach(
              (outcome, runs) ->
                  meters.count(
                      "scheduler.ended.runs",
                      "Tracked runs that their workers have finished, or that ended as errors",
                      runs,
                      Map.of("queue", queue, "outcome", outcome)));
      meters.time(DURATION, Map.of("queue", queue), durationMicros);
    }
  }
}
