package org.goodtiming.scheduler.load;

import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.LongStream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.load.Forecast.Planned;
import org.goodtiming.scheduler.load.Forecast.Reach;
import org.goodtiming.scheduler.schedule.Plan;
import org.jspecify.annotations.Nullable;

/**
 * Calculates the runs of schedules in the order of their times: up to a limit each of them, or each
 * minute that has runs of a rate or cron; beyond it, rates and crons are counted.
 */
final class PlannedRuns {

  static final int MAX_SEARCHES = 30_000;

  /** Maximum number of intervals that are counted beyond the search, each of one schedule. */
  static final int MAX_COUNTS = 100_000;

  /** Maximum number of runs before the range, for schedules that end after a number of runs. */
  private static final int MAX_EARLIER_RUNS = 20_000;

  /** The database keeps planned times to the microsecond. */
  private static final long PRECISION_NANOS = 1_000;

  private final ForecastRange range;
  private final ClockChanges clockChanges;
  private final RunsByHour hours;
  private final RunsByMinute minutes = new RunsByMinute();
  private final long[] counts;
  private final PriorityQueue<Next> ahead =
      new PriorityQueue<>(
          Comparator.comparing(Next::planned)
              .thenComparing(each -> each.key().queue())
              .thenComparing(each -> each.key().jobId()));
  private int earlierRuns;

  /**
   * @param zone whose hours the runs are grouped by
   */
  PlannedRuns(ForecastRange range, ZoneId zone) {
    this.range = range;
    clockChanges = new ClockChanges(range, zone);
    hours = new RunsByHour(range, zone.getRules());
    counts = new long[Math.toIntExact(range.size())];
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

    boolean isCountable() {
      return plan.recurrence().isCountable() && !hasLimitedRuns();
    }

    /** This run and the following ones, for a schedule that is countable. */
    long numberBefore(Instant end) {
      return 1 + plan.recurrence().count(planned.plusNanos(PRECISION_NANOS), end);
    }
  }

  /** The runs in the range. */
  Planned of(Collection<Next> schedules) {
    long notReached = 0;
    for (Next schedule : schedules) {
      Next first = firstInRange(schedule);
      if (first.planned().isBefore(range.from())) {
        notReached++;
      } else if (first.planned().isBefore(range.to())) {
        ahead.add(first);
      }
      clockChanges.mark(schedule, hours);
    }
    for (int searches = 0; !ahead.isEmpty() && searches < MAX_SEARCHES; searches++) {
      Next next = ahead.remove();
      Next following = search(next);
      if (following.planned().isAfter(next.planned()) && following.planned().isBefore(range.to())) {
        ahead.add(following);
      }
    }
    Reach reach = ahead.isEmpty() ? new Reach(null, null, notReached) : countRest(notReached);
    return new Planned(
        LongStream.of(counts).boxed().toList(),
        hours.runs(),
        minutes.collisions(),
        clockChanges.found(),
        reach);
  }

  /** Counts the run, or the runs of its minute. */
  private Next search(Next next) {
    Instant at = next.planned();
    Instant end = next.isCountable() ? endOfMinute(at) : at.plusNanos(1);
    long number = next.isCountable() ? next.numberBefore(end) : 1;
    counts[range.intervalOf(at)] += number;
    hours.add(next.key(), at, number);
    minutes.add(next.key(), at);
    return next.following(end.minusNanos(1));
  }

  /** Intervals need not begin with a minute. */
  private Instant endOfMinute(Instant at) {
    Instant end = at.truncatedTo(ChronoUnit.MINUTES).plus(1, ChronoUnit.MINUTES);
    Instant endOfInterval = range.end(range.intervalOf(at));
    return end.isBefore(endOfInterval) ? end : endOfInterval;
  }

  private Reach countRest(long notReached) {
    Instant searched = ahead.element().planned();
    @Nullable Instant counted =
        ahead.stream()
            .filter(next -> !next.isCountable())
            .map(Next::planned)
            .min(Comparator.naturalOrder())
            .orElse(null);
    List<Next> countable = ahead.stream().filter(Next::isCountable).toList();
    Instant endOfHour = hours.endOfHour(searched);
    countable.stream()
        .filter(next -> next.planned().isBefore(endOfHour))
        .forEach(next -> hours.add(next.key(), next.planned(), next.numberBefore(endOfHour)));
    Instant limit = countIntervals(countable, range.intervalOf(searched));
    return new Reach(earlier(counted, limit), searched, notReached);
  }

  /** Returns the start of the first interval that is not counted any more; null for none. */
  private @Nullable Instant countIntervals(List<Next> countable, int first) {
    int budget = MAX_COUNTS;
    for (int i = first; i < counts.length; i++) {
      budget -= countable.size();
      if (budget < 0) {
        return range.start(i);
      }
      for (Next next : countable) {
        counts[i] += number(next, range.start(i), range.end(i));
      }
    }
    return null;
  }

  private static long number(Next next, Instant start, Instant end) {
    if (next.planned().isBefore(start)) {
      return next.plan().recurrence().count(start, end);
    }
    return next.planned().isBefore(end) ? next.numberBefore(end) : 0;
  }

  static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
    return a == null || (b != null && b.isBefore(a)) ? b : a;
  }

  /**
   * The first run in the range; a run before the range if {@link #MAX_EARLIER_RUNS} is exceeded.
   */
  private Next firstInRange(Next schedule) {
    Next next = schedule;
    if (next.planned().isBefore(range.from()) && !next.hasLimitedRuns()) {
      return next.following(range.from().minusNanos(1));
    }
    while (next.planned().isBefore(range.from()) && earlierRuns < MAX_EARLIER_RUNS) {
      earlierRuns++;
      next = next.following(next.planned());
    }
    return next;
  }
}
