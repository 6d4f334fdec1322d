package org.goodtiming.scheduler.load;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.api.JobKey;

/**
 * The runs and jobs that become due in each interval.
 *
 * @param runs of schedules, the first 500 by time
 * @param collisions the minutes in which runs of the most schedules start, at most 20
 * @param estimated whether there are too many jobs to count: the numbers of later intervals are
 *     estimates
 * @param leftOut at least one run of each schedule whose runs are not all in the numbers
 */
public record Forecast(
    ForecastRange range,
    List<Interval> intervals,
    List<Run> runs,
    List<Collision> collisions,
    boolean estimated,
    long leftOut) {

  static final int MAX_LISTED_RUNS = 500;
  static final int MAX_COLLISIONS = 20;

  /**
   * @param jobs that are not runs of schedules
   * @param runs of schedules
   */
  public record Interval(Instant at, long jobs, long runs) {}

  /** A planned run of a schedule. */
  public record Run(JobKey key, Instant at) {}

  /**
   * Runs of several schedules that start in the same minute.
   *
   * @param at the beginning of the minute
   * @param runs one of each schedule
   */
  public record Collision(Instant at, long runs) {}

  /**
   * @param runs by time
   */
  static Forecast of(ForecastRange range, IntervalCounts jobs, Counted<List<Run>> runs) {
    List<Run> listed = runs.found().subList(0, Math.min(MAX_LISTED_RUNS, runs.found().size()));
    return new Forecast(
        range,
        intervals(range, jobs.counts(), runs.found()),
        List.copyOf(listed),
        collisions(runs.found()),
        jobs.estimated(),
        runs.leftOut());
  }

  /**
   * A result that was found within a limit.
   *
   * @param leftOut how much there is beyond the limit
   */
  record Counted<T>(T found, long leftOut) {}

  private static List<Interval> intervals(ForecastRange range, List<Long> jobs, List<Run> runs) {
    Map<Integer, Long> byInterval =
        runs.stream()
            .collect(
                Collectors.groupingBy(run -> range.intervalOf(run.at()), Collectors.counting()));
    List<Interval> intervals = new ArrayList<>();
    for (int i = 0; i < range.size(); i++) {
      intervals.add(new Interval(range.start(i), jobs.get(i), byInterval.getOrDefault(i, 0L)));
    }
    return intervals;
  }

  private static List<Collision> collisions(List<Run> runs) {
    return runs.stream()
        .collect(
            Collectors.groupingBy(
                run -> run.at().truncatedTo(ChronoUnit.MINUTES),
                Collectors.mapping(Run::key, Collectors.toSet())))
        .entrySet()
        .stream()
        .filter(minute -> minute.getValue().size() > 1)
        .map(minute -> new Collision(minute.getKey(), minute.getValue().size()))
        .sorted(Comparator.comparingLong(Collision::runs).reversed().thenComparing(Collision::at))
        .limit(MAX_COLLISIONS)
        .toList();
  }
}
