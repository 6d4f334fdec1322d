package org.goodtiming.scheduler.operations.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.work.ScheduleConfig;
import org.goodtiming.scheduler.execution.rerun.ExtraRuns;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.recurrence.FixedDelay;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.schedule.CalendarStore;
import org.goodtiming.scheduler.schedule.Plan;
import org.goodtiming.scheduler.schedule.ScheduleEdits;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Adds a run for each planned time of a range that has passed, in the caller's transaction: all of
 * them, each once, or none.
 */
@Singleton
public final class Backfills {

  /** Maximum number of runs of one backfill. */
  public static final int MAX_RUNS = 10_000;

  private final Statements statements;
  private final CalendarStore calendars;
  private final ScheduleEdits schedules;
  private final ExtraRuns runs;
  private final Audit audit;
  private final Duration defaultPace;

  @Inject
  Backfills(DataSource dataSource, Audit audit, ScheduleConfig config) {
    this(dataSource, audit, Duration.ofSeconds(1).dividedBy(config.catchUpRate()));
  }

  /**
   * @param defaultPace from a run to the next one, if a request says nothing else
   */
  public Backfills(DataSource dataSource, Audit audit, Duration defaultPace) {
    this.statements = Statements.forClients(dataSource);
    this.calendars = new CalendarStore(dataSource);
    this.schedules = new ScheduleEdits(dataSource);
    this.runs = new ExtraRuns(dataSource, audit.node());
    this.audit = audit;
    this.defaultPace = defaultPace;
  }

  /**
   * The planned times that are wanted.
   *
   * @param from the first of them, or before
   * @param until after the last of them
   * @param pace from the due time of a run to that of the next one; null: as missed runs catch up
   */
  public record Range(Instant from, Instant until, @Nullable Duration pace) {}

  /** The answer to a request. */
  public sealed interface Answer {}

  /**
   * The runs that are added, or would be.
   *
   * @param first planned time; null if there is none
   * @param last planned time; null if there is none
   */
  public record Added(int runs, @Nullable Instant first, @Nullable Instant last, Duration pace)
      implements Answer {}

  /** Why no run is added. */
  public enum Refused implements Answer {
    /** It was never registered. */
    UNKNOWN,
    /** It has no further run, whose input the added ones would have. */
    ENDED,
    PAUSED,
    /** The range is empty, or has times that are still to come. */
    NOT_PAST,
    TOO_MANY,
    /** Its due times depend on its runs. */
    COUNTS_FROM_RUNS
  }

  /** The run whose input is copied; locked. */
  private record Planned(long id, String recurrence, boolean paused, Instant now) {

    static Planned of(ResultSet row) throws SQLException {
      return new Planned(
          row.getLong("id"),
          row.getString("recurrence"),
          row.getBoolean("paused"),
          Columns.instant(row, "now"));
    }
  }

  /**
   * @param isDryRun whether runs are only counted
   */
  public Answer backfill(String login, JobKey key, Range range, boolean isDryRun) {
    Optional<Planned> found = lock(key);
    if (found.isEmpty()) {
      return schedules.find(key).isEmpty() ? Refused.UNKNOWN : Refused.ENDED;
    }
    Planned planned = found.get();
    if (planned.paused()) {
      return Refused.PAUSED;
    }
    Recurrence recurrence = Recurrence.parse(planned.recurrence(), calendars.reading());
    Duration pace = range.pace() == null ? defaultPace : range.pace();
    List<Instant> times = times(recurrence, range);
    Answer answer = answer(recurrence, range, times, planned.now(), pace);
    if (answer instanceof Added added && !isDryRun && !times.isEmpty()) {
      runs.backfill(planned.id(), runs(recurrence, times, planned.now(), pace), login);
      audit.note(login, "backfill schedule", key.toString(), null, describe(added));
    }
    return answer;
  }

  /**
   * The answer for an active schedule.
   *
   * @param times as {@link #times} returns them
   */
  public static Answer answer(
      Recurrence recurrence, Range range, List<Instant> times, Instant now, Duration pace) {
    if (!range.from().isBefore(range.until()) || range.until().isAfter(now)) {
      return Refused.NOT_PAST;
    }
    if (recurrence.rule() instanceof FixedDelay) {
      return Refused.COUNTS_FROM_RUNS;
    }
    if (times.size() > MAX_RUNS) {
      return Refused.TOO_MANY;
    }
    return times.isEmpty()
        ? new Added(0, null, null, pace)
        : new Added(times.size(), times.get(0), times.get(times.size() - 1), pace);
  }

  /** The planned times of a range; one more than a backfill may have, if there are so many. */
  public static List<Instant> times(Recurrence recurrence, Range range) {
    List<Instant> times = new ArrayList<>();
    if (recurrence.rule() instanceof FixedDelay) {
      return times;
    }
    Optional<Instant> next = Plan.next(recurrence, range.from().minusNanos(1));
    while (next.isPresent() && next.get().isBefore(range.until()) && times.size() <= MAX_RUNS) {
      times.add(next.get());
      next = Plan.next(recurrence, next.get());
    }
    return times;
  }

  /**
   * The runs for planned times.
   *
   * @param now due time of the first of them
   */
  public static List<ExtraRuns.Added> runs(
      Recurrence recurrence, List<Instant> times, Instant now, Duration pace) {
    List<ExtraRuns.Added> added = new ArrayList<>();
    Instant previous = recurrence.previous(times.get(0)).orElse(null);
    for (int i = 0; i < times.size(); i++) {
      Instant time = times.get(i);
      Instant next =
          i + 1 < times.size() ? times.get(i + 1) : Plan.next(recurrence, time).orElse(null);
      added.add(
          new ExtraRuns.Added(
              UUID.randomUUID(), time, previous, next, now.plus(pace.multipliedBy(i))));
      previous = time;
    }
    return added;
  }

  private static String describe(Added added) {
    return "{\"runs\":%d,\"first\":\"%s\",\"last\":\"%s\",\"pace\":\"%s\"}"
        .formatted(added.runs(), added.first(), added.last(), added.pace());
  }

  private Optional<Planned> lock(JobKey key) {
    SqlText sql =
        new SqlText(
                """
                SELECT j.id, s.recurrence, clock_timestamp() AS now,
                       s.state = 'PAUSED' AND coalesce(s.paused_until > clock_timestamp(), true) AS paused
                  FROM scheduler.job j JOIN scheduler.schedule s USING (queue, job_id)
                 WHERE queue = :queue AND job_id = :job_id AND j.planned_at IS NOT NULL
                   FOR UPDATE OF j
                """)
            .setKey(key);
    return statements.find("lock the run of schedule " + key, sql, Planned::of);
  }
}
