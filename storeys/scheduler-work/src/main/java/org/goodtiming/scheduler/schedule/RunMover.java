package org.goodtiming.scheduler.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.run.WaitingRuns;
import org.goodtiming.scheduler.message.LogText;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.Statements.RowReader;
import org.goodtiming.scheduler.sql.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Moves the waiting runs of schedules whose calendars have changed, or whose next run is skipped,
 * in the caller's transaction.
 */
@Singleton
public final class RunMover {

  private static final Logger LOG = System.getLogger(RunMover.class.getName());

  /** Matches the recurrences whose delay counts from the end of a run. */
  static final String FROM_END = "^delay:[^ ]*/end( |$)";

  private final Statements statements;
  private final WaitingRuns runs;
  private final CalendarStore calendars;
  private final CalendarUses uses;

  @Inject
  public RunMover(DataSource dataSource, TrackedJobs executions) {
    this.statements = new Statements(dataSource);
    this.runs = new WaitingRuns(dataSource, executions);
    this.calendars = new CalendarStore(dataSource);
    this.uses = new CalendarUses(dataSource);
  }

  /**
   * @param at where the run is moved to
   */
  private record Moved(JobKey key, Instant at, List<CalendarUses.Use> uses) {}

  /**
   * A run that is being dispatched or changed is left for the next call.
   *
   * @param limit maximum number of schedules
   * @return the number of schedules that were planned again
   */
  public int move(int limit) {
    List<JobKey> outdated = uses.outdated(limit);
    if (outdated.isEmpty()) {
      return 0;
    }
    uses.forgetEnded(outdated);
    List<JobKey> locked = lock(outdated);
    if (!locked.isEmpty()) {
      List<Moved> moved = moved(locked);
      store(moved);
      uses.replace(locked, moved.stream().flatMap(each -> each.uses().stream()).toList());
    }
    return locked.size();
  }

  /**
   * Plans waiting runs whose delay counts from the end of the last run, once that has ended.
   *
   * @return their schedules, whose waiting runs are locked
   */
  List<JobKey> planFromEnd(int limit) {
    String sql =
        """
        SELECT s.queue, s.job_id
          FROM scheduler.schedule s JOIN scheduler.job j USING (queue, job_id)
               LEFT JOIN scheduler.execution e ON e.fire_id = s.waits_for
         WHERE s.waits_for IS NOT NULL AND s.recurrence ~ :from_end AND s.state <> 'ENDED'
           AND j.planned_at IS NOT NULL AND (e.fire_id IS NULL OR e.ended_at IS NOT NULL)
         LIMIT :limit FOR UPDATE OF j SKIP LOCKED
        """;
    List<JobKey> planned =
        statements.query(
            "plan runs from the end of the last ones",
            new SqlText(sql).set("from_end", FROM_END).set("limit", limit),
            Columns::key);
    if (!planned.isEmpty()) {
      NamedCalendars read = calendars.reading();
      store(
          query(
              """
              SELECT s.queue, s.job_id, s.recurrence, s.runs, s.passed_at, s.next_planned_at, e.ended_at
                FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)
                     JOIN scheduler.schedule s USING (queue, job_id) JOIN scheduler.execution e ON e.fire_id = s.waits_for
              """,
              planned,
              row -> fromEnd(row, read)));
    }
    return planned;
  }

  /**
   * Skips the waiting run of a schedule, whose row the caller has locked: it becomes the run of the
   * next planned time, and does not count.
   *
   * @return that time; empty if no run would follow
   */
  public Optional<Instant> skip(JobKey key) {
    NamedCalendars read = calendars.reading();
    Optional<Instant> next =
        query(
                """
                SELECT s.queue, s.job_id, s.recurrence, s.misfire, s.runs, s.next_planned_at, clock_timestamp() AS now
                  FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id) JOIN scheduler.schedule s USING (queue, job_id)
                 WHERE s.state <> 'ENDED' AND NOT (s.waits_for IS NOT NULL AND s.recurrence ~ '<from end>')
                """
                    .replace("<from end>", FROM_END),
                List.of(key),
                row -> Optional.ofNullable(skipped(row, read)))
            .stream()
            .flatMap(Optional::stream)
            .findFirst();
    next.ifPresent(at -> storeSkipped(key, at));
    return next;
  }

  private static @Nullable Instant skipped(ResultSet row, NamedCalendars calendars)
      throws SQLException {
    try {
      Recurrence recurrence = Recurrence.parse(row.getString("recurrence"), calendars);
      return new Plan(recurrence, RunPlanner.misfire(row))
          .skipped(
              Columns.instant(row, "next_planned_at"),
              Columns.instant(row, "now"),
              row.getInt("runs"));
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      // Written by hand, or a fault of the evaluation: its dispatch tries once more, then ends the
      // schedule
      return null;
    }
  }

  // The skipped time has passed: a change of calendars must not plan it again
  private void storeSkipped(JobKey key, Instant at) {
    SqlText sql =
        new SqlText(
                """
                UPDATE scheduler.schedule s
                   SET passed_at = s.next_planned_at, next_planned_at = :at,
                       held_until = CASE WHEN s.waits_for IS NOT NULL THEN greatest(:at, clock_timestamp()) + s.overlap_limit END
                 WHERE s.queue = :queue AND s.job_id = :job_id
                """)
            .setKey(key)
            .set("at", at);
    statements.update("skip a run of schedule " + key, sql);
    runs.skipTo(key, at);
  }

  private static Moved fromEnd(ResultSet row, NamedCalendars calendars) throws SQLException {
    Instant last = Columns.instantOrNull(row, "passed_at");
    if (last == null) {
      // The run that has ended is the last one of a schedule that this one has replaced
      return new Moved(Columns.key(row), Columns.instant(row, "next_planned_at"), List.of());
    }
    return planned(
        row,
        calendars,
        plan -> plan.after(last, Columns.instant(row, "ended_at"), row.getInt("runs")));
  }

  private List<JobKey> lock(List<JobKey> keys) {
    return query(
        """
        SELECT j.queue, j.job_id
          FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id) JOIN scheduler.job j USING (queue, job_id)
         WHERE j.planned_at IS NOT NULL
           FOR UPDATE OF j SKIP LOCKED
        """,
        keys,
        Columns::key);
  }

  // After the lock: what is read here is as new as what any later dispatch reads
  private List<Moved> moved(List<JobKey> keys) {
    NamedCalendars read = calendars.reading();
    return query(
        """
        SELECT s.queue, s.job_id, s.recurrence, s.runs, s.passed_at, s.next_planned_at,
               j.due_at <> j.planned_at AS rescheduled, clock_timestamp() AS now
          FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)
               JOIN scheduler.schedule s USING (queue, job_id) JOIN scheduler.job j USING (queue, job_id)
         WHERE s.state <> 'ENDED'
        """,
        keys,
        row -> moved(row, read));
  }

  private static Moved moved(ResultSet row, NamedCalendars calendars) throws SQLException {
    Instant planned = Columns.instant(row, "next_planned_at");
    Instant last = Columns.instantOrNull(row, "passed_at");
    return planned(
        row,
        calendars,
        plan ->
            row.getBoolean("rescheduled")
                ? planned
                : plan.moved(
                    planned,
                    last == null ? Instant.MIN : last,
                    row.getInt("runs"),
                    Columns.instant(row, "now")));
  }

  /** When the run is due now. */
  private interface Planning {

    Instant by(Plan plan) throws SQLException;
  }

  private static Moved planned(ResultSet row, NamedCalendars calendars, Planning planning)
      throws SQLException {
    JobKey key = Columns.key(row);
    try {
      Recurrence recurrence = Recurrence.parse(row.getString("recurrence"), calendars);
      Instant at = planning.by(new Plan(recurrence, Misfire.FIRE_ONCE));
      return new Moved(key, at, CalendarUses.Use.of(key, recurrence));
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      Instant planned = Columns.instant(row, "next_planned_at");
      LOG.log(
          Level.WARNING,
          "SCHED-0655 the next run of schedule {0} stays at {1}, for it cannot be planned again; its dispatch tries once more, then ends the schedule: {2}",
          LogText.oneLine(key.toString()),
          planned.toString(),
          LogText.oneLine(RunPlanner.reason(e)));
      return new Moved(key, planned, List.of());
    }
  }

  private void store(List<Moved> moved) {
    String sql =
        """
        UPDATE scheduler.schedule s
           SET next_planned_at = n.at, held_until = CASE WHEN s.waits_for IS NOT NULL THEN n.at + s.overlap_limit END
          FROM unnest(:queues::text[], :job_ids::text[], :times::timestamptz[]) AS n (queue, job_id, at)
         WHERE s.queue = n.queue AND s.job_id = n.job_id AND s.next_planned_at <> n.at
        RETURNING s.queue, s.job_id, s.next_planned_at
        """;
    Map<JobKey, Instant> planned =
        statements
            .query(
                purpose(moved.size()),
                new SqlText(sql)
                    .setKeys(moved.stream().map(Moved::key).toList())
                    .set("times", moved, Moved::at),
                row -> Map.entry(Columns.key(row), Columns.instant(row, "next_planned_at")))
            .stream()
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    if (!planned.isEmpty()) {
      runs.moveTo(planned);
    }
  }

  private <T> List<T> query(String sql, Collection<JobKey> keys, RowReader<T> reader) {
    return statements.query(purpose(keys.size()), new SqlText(sql).setKeys(keys), reader);
  }

  private static String purpose(int schedules) {
    return "move the next runs of %d schedules".formatted(schedules);
  }
}
