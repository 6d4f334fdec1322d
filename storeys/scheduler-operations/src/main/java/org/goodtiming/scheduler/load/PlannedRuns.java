package org.goodtiming.scheduler.load;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.load.Forecast.Counted;
import org.goodtiming.scheduler.load.Forecast.Run;
import org.goodtiming.scheduler.schedule.Plan;

/** Calculates the runs of schedules in the order of their times, up to a limit. */
final class PlannedRuns {

  static final int MAX_RUNS = 10_000;

  /** Maximum number of runs before the range, for schedules that end after a number of runs. */
  private static final int MAX_EARLIER_RUNS = 20_000;

  private final Instant from;
  private final Instant to;
  private int earlierRuns;

  PlannedRuns(ForecastRange range) {
    from = range.from();
    to = range.to();
  }

  /**
   * A schedule and its next run.
   *
   * @param planned time of the run
   * @param runs number of earlier runs
   */
  record Next(JobKey key, Plan plan, Instant planned, int runs) {

    Next following(Instant after) {
      return new Next(key, plan, plan.after(planned, after, runs + 1), runs + 1);
    }

    boolean hasLimitedRuns() {
      return plan.recurrence().bounds().times() > 0;
    }
  }

  /** The runs in the range. */
  Counted<List<Run>> of(Collection<Next> schedules) {
    PriorityQueue<Next> ahead =
        new PriorityQueue<>(
            Comparator.comparing(Next::planned)
                .thenComparing(each -> each.key().queue())
                .thenComparing(each -> each.key().jobId()));
    long notReached = 0;
    for (Next schedule : schedules) {
      Next first = firstInRange(schedule);
      if (first.planned().isBefore(from)) {
        notReached++;
      } else if (first.planned().isBefore(to)) {
        ahead.add(first);
      }
    }
    List<Run> runs = new ArrayList<>();
    while (!ahead.isEmpty() && runs.size() < MAX_RUNS) {
      Next next = ahead.remove();
      runs.add(new Run(next.key(), next.planned()));
      Next following = next.following(next.planned());
      if (following.planned().isAfter(next.planned()) && following.planned().isBefore(to)) {
        ahead.add(following);
      }
    }
    return new Counted<>(runs, notReached + ahead.size());
  }

  /**
   * The first run in the range; a run before the range if {@link #MAX_EARLIER_RUNS} is exceeded.
   */
  private Next firstInRange(Next schedule) {
    Next next = schedule;
    if (next.planned().isBefore(from) && !next.hasLimitedRuns()) {
      return next.following(from.minusNanos(1));
    }
    while (next.planned().isBefore(from) && earlierRuns < MAX_EARLIER_RUNS) {
      earlierRuns++;
      next = next.following(next.planned());
    }
    return next;
  }
}
