package org.goodtiming.scheduler.load;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * The runs and jobs that become due in each interval.
 *
 * @param estimated whether there are too many jobs to count: the numbers of later intervals are
 *     estimates
 */
public record Forecast(
    ForecastRange range, List<Interval> intervals, boolean estimated, Planned planned) {

  /**
   * @param jobs that are not runs of schedules
   * @param runs of schedules
   */
  public record Interval(Instant at, long jobs, long runs) {}

  /**
   * The runs of schedules.
   *
   * @param counts for each interval
   * @param runs by time, at most 500 and those that a clock change concerns
   * @param collisions the minutes in which runs of the most schedules start, at most 20
   * @param clockChanges in the zones of the schedules: those in the range, and the next one
   */
  public record Planned(
      List<Long> counts,
      List<Runs> runs,
      List<Collision> collisions,
      List<ClockChange> clockChanges,
      Reach reach) {

    static final int MAX_COLLISIONS = 20;

    Planned reaching(Reach known) {
      return new Planned(counts, runs, collisions, clockChanges, known);
    }
  }

  /**
   * How far the runs are known.
   *
   * @param counted numbers of intervals that end later are too small; null if all are complete
   * @param searched collisions and the hours of runs begin before it; null if none is missing
   * @param leftOut the number of schedules whose runs are in no number
   */
  public record Reach(@Nullable Instant counted, @Nullable Instant searched, long leftOut) {}

  /**
   * The runs of a schedule in an hour of the wall clock.
   *
   * @param at the first of them; if there is none, the time that is left out
   * @param change what a clock change does to the runs; null for nothing
   */
  public record Runs(JobKey key, Instant at, long number, @Nullable Change change) {}

  /** Runs that are not at their usual time, with the reason. */
  public record Change(Kind kind, String reason) {

    /** What a clock change does to a run. */
    public enum Kind {
      SHIFTED,
      LEFT_OUT,
      TWICE
    }
  }

  /**
   * Runs of several schedules that start in the same minute.
   *
   * @param at the beginning of the minute
   * @param runs one of each schedule
   */
  public record Collision(Instant at, long runs) {}

  /** Clocks of a zone that go forward or back. */
  public record ClockChange(Instant at, ZoneId zone, ZoneOffset before, ZoneOffset after) {}

  static Forecast of(ForecastRange range, IntervalCounts jobs, Planned planned) {
    List<Interval> intervals =
        IntStream.range(0, Math.toIntExact(range.size()))
            .mapToObj(
                i -> new Interval(range.start(i), jobs.counts().get(i), planned.counts().get(i)))
            .toList();
    return new Forecast(range, intervals, jobs.estimated(), planned);
  }
}
