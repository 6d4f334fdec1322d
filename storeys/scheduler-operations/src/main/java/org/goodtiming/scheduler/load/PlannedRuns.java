package org.goodtiming.scheduler.load;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.LongStream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.load.Forecast.Planned;
import org.goodtiming.scheduler.load.Forecast.Reach;
import org.goodtiming.scheduler.policy.ClosedTime;
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

  /** Maximum number of runs of one schedule that are searched for in a closed time. */
  private static final int MAX_MISSED = 1_000;

  /** The database keeps planned times to the microsecond. */
  private static final long PRECISION_NANOS = 1_000;

  private final ForecastRange range;
  private final Openings openings;
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
  private int searches;

  /** The first opening whose runs are too many to be searched for. */
  private @Nullable Instant cutAt;

  /**
   * @param zone whose hours the runs are grouped by
   */
  PlannedRuns(ForecastRange range, ZoneId zone, Openings openings) {
    this.range = range;
    this.openings = openings;
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

    /** The first run then or later. */
    Next from(Instant first) {
      return planned.isBefore(first) ? following(first.minusNanos(1)) : this;
    }

    /** How many runs the schedule has at once if this one has waited so long. */
    long numberAt(Instant opening) {
      Misfire misfire = plan.misfire();
      return switch (misfire.policy()) {
        case SKIP, SKIP_COUNTED -> 0;
        case FIRE_ONCE, FIRE_ONCE_COUNTED -> 1;
        case FIRE_ALL -> 1 + missedBefore(opening, misfire.within());
      };
    }

    /** The runs after this one that are made up for. */
    private long missedBefore(Instant opening, @Nullable Duration within) {
      Instant oldest = within == null ? planned : opening.minus(within);
      Next missed = oldest.isAfter(planned) ? from(oldest) : following(planned);
      long number = 0;
      while (missed.planned.isBefore(opening) && number < MAX_MISSED) {
        if (isCountable()) {
          return missed.numberBefore(opening);
        }
        number++;
        missed = missed.following(missed.planned);
      }
      return number;
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
      if (first.planned().isBefore(firstServed(schedule))) {
        notReached++;
      } else if (first.planned().isBefore(range.to())) {
        ahead.add(first);
      }
      clockChanges.mark(schedule, hours);
    }
    while (!ahead.isEmpty() && searches < MAX_SEARCHES) {
      searches++;
      Next next = ahead.remove();
      ClosedTime closed = closedAt(next);
      Next following = closed == null ? search(next) : countWaiting(next, closed);
      if (following.planned().isAfter(next.planned()) && following.planned().isBefore(range.to())) {
        ahead.add(following);
      }
    }
    Reach reach = ahead.isEmpty() ? new Reach(cutAt, null, notReached) : countRest(notReached);
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
    Instant end =
        next.isCountable()
            ? openings.closes(next.key().queue(), at, endOfMinute(at))
            : at.plusNanos(1);
    count(next, at, next.isCountable() ? next.numberBefore(end) : 1);
    return next.following(end.minusNanos(1));
  }

  private void count(Next next, Instant at, long number) {
    if (number > 0 && at.isBefore(range.to())) {
      counts[range.intervalOf(at)] += number;
      hours.add(next.key(), at, number);
      minutes.add(next.key(), at);
    }
  }

  /** Counts the runs that wait for the opening. */
  private Next countWaiting(Next next, ClosedTime closed) {
    Instant opening = closed.until();
    long number = next.numberAt(opening);
    if (!next.isCountable()) {
      searches += Math.toIntExact(number);
      if (number > MAX_MISSED && opening.isBefore(range.to())) {
        cutAt = earlier(cutAt, opening);
      }
    }
    count(next, opening, number);
    return next.following(opening.minusNanos(1));
  }

  private @Nullable ClosedTime closedAt(Next next) {
    Instant from = range.from();
    Instant at = next.planned();
    return openings.closedAt(next.key().queue(), at.isBefore(from) ? from : at);
  }

  private Instant firstServed(Next next) {
    return openings.firstServed(next.key().queue(), range.from());
  }

  /** Intervals need not begin with a minute. */
  private Instant endOfMinute(Instant at) {
    Instant end = at.truncatedTo(ChronoUnit.MINUTES).plus(1, ChronoUnit.MINUTES);
    Instant endOfInterval = range.end(range.intervalOf(at));
    return end.isBefore(endOfInterval) ? end : endOfInterval;
  }

  private Reach countRest(long notReached) {
    Instant next = ahead.element().planned();
    Instant searched = next.isBefore(range.from()) ? range.from() : next;
    @Nullable Instant counted =
        ahead.stream()
            .filter(each -> !each.isCountable())
            .map(Next::planned)
            .min(Comparator.naturalOrder())
            .orElse(null);
    List<Next> countable = ahead.stream().filter(Next::isCountable).toList();
    Instant endOfHour = hours.endOfHour(searched);
    countable.stream()
        .filter(each -> each.planned().isBefore(endOfHour) && closedAt(each) == null)
        .forEach(each -> hours.add(each.key(), each.planned(), each.numberBefore(endOfHour)));
    Instant limit = countIntervals(countable, range.intervalOf(searched));
    return new Reach(earlier(cutAt, earlier(counted, limit)), searched, notReached);
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
        counts[i] += served(next, range.start(i), range.end(i));
      }
    }
    return null;
  }

  /** The runs that are dispatched in the interval. */
  private long served(Next next, Instant start, Instant end) {
    String queue = next.key().queue();
    long number = 0;
    for (ClosedTime closed : openings.opening(queue, start, end)) {
      Next first = next.from(closed.from());
      number += first.planned().isBefore(closed.until()) ? first.numberAt(closed.until()) : 0;
    }
    for (Instant at = start; at.isBefore(end); ) {
      ClosedTime closed = openings.closedAt(queue, at);
      Instant until = closed == null ? openings.closes(queue, at, end) : closed.until();
      number += closed == null ? number(next, at, until) : 0;
      at = until;
    }
    return number;
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
   * The first run that is dispatched in the range or later; an earlier one if {@link
   * #MAX_EARLIER_RUNS} is exceeded.
   */
  private Next firstInRange(Next schedule) {
    Next next = schedule;
    Instant first = firstServed(schedule);
    if (next.planned().isBefore(first) && !next.hasLimitedRuns()) {
      return next.following(first.minusNanos(1));
    }
    while (next.planned().isBefore(first) && earlierRuns < MAX_EARLIER_RUNS) {
      earlierRuns++;
      next = next.following(next.planned());
    }
    return next;
  }
}
