package org.goodtiming.scheduler.schedule;

import static org.goodtiming.scheduler.sql.Columns.instant;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.work.ScheduleConfig;
import org.goodtiming.scheduler.job.DefinitionUse;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.PlannedRun;
import org.goodtiming.scheduler.job.RecurringJobs;
import org.goodtiming.scheduler.job.run.WaitingRuns;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.schedule.RunPlanner.Planned;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.rows.UnnestedRows;
import org.jspecify.annotations.Nullable;

/** Table schedule. The caller's lock on the job's row also protects the schedule. */
@Singleton
public final class ScheduleStore implements RecurringJobs {

  /** A schedule that is registered again with the same values goes on. */
  private static final UnnestedRows<NewJob> COMPARED =
      new UnnestedRows<NewJob>()
          .and("recurrence", "text", job -> due(job).recurrence())
          .and("misfire", "text", job -> due(job).misfire())
          .and("overlap_limit", "interval", job -> due(job).overlap().limit())
          .and("overlap_action", "text", job -> due(job).overlap().action())
          .and("pause_after_failures", "smallint", job -> positive(due(job).pauseAfterFailures()))
          .and("stateful", "boolean", job -> due(job).overlap().stateful())
          .and("definition", "text", definition(DefinitionUse::name))
          .and("filled_with", "text", definition(DefinitionUse::hash))
          .and("own_properties", "text", definition(use -> String.join(" ", use.own())))
          .and("wanted_successes", "int", job -> positive(due(job).overlap().successes()))
          .and("jitter", "interval", job -> due(job).jitter().isZero() ? null : due(job).jitter())
          .and("tracked", "boolean", job -> Boolean.TRUE.equals(job.tracked()));

  private static final UnnestedRows<NewJob> NEW =
      COMPARED
          .and("queue", "text", job -> job.key().queue())
          .and("job_id", "text", job -> job.key().jobId())
          .and("next_planned_at", "timestamptz", job -> due(job).first())
          .and("registered_by", "text", NewJob::registeredBy);

  private static final String START =
      """
      INSERT INTO scheduler.schedule AS s (<columns>)
      SELECT * FROM <new>
      ON CONFLICT (queue, job_id) DO UPDATE
         SET <changes>, next_planned_at = excluded.next_planned_at, registered_by = excluded.registered_by,
             state = 'ACTIVE', runs = 0, last_planned_at = NULL, passed_at = NULL, last_dispatched_at = NULL,
             registered_at = clock_timestamp(), ended_at = NULL, end_reason = NULL, paused_until = NULL, successes = 0, failures = 0,
             failures_in_row = 0, failing_since = NULL, pause_reason = NULL,
             waits_for = CASE WHEN excluded.overlap_limit IS NOT NULL OR excluded.overlap_action IS NOT NULL THEN s.waits_for END,
             held_until = CASE WHEN s.waits_for IS NOT NULL
                               THEN greatest(excluded.next_planned_at, clock_timestamp()) + excluded.overlap_limit END
      """
          .replace("<columns>", NEW.each("%s"))
          .replace("<new>", NEW.as("n"))
          .replace("<changes>", COMPARED.each("%1$s = excluded.%1$s"));

  private static final String UNCHANGED =
      """
      SELECT s.queue, s.job_id
        FROM <new> JOIN scheduler.schedule s USING (queue, job_id)
       WHERE s.state <> 'ENDED' AND (<old values>) IS NOT DISTINCT FROM (<new values>)
      """
          .replace("<new>", NEW.as("n"))
          .replace("<old values>", COMPARED.each("s.%s"))
          .replace("<new values>", COMPARED.each("n.%s"));

  private final Statements statements;
  private final RunPlanner planner;
  private final CalendarStore calendars;
  private final CalendarUses uses;

  @Inject
  ScheduleStore(DataSource dataSource, ScheduleConfig config) {
    this(dataSource, config.misfireThreshold(), CatchUpPace.perSecond(config.catchUpRate()));
  }

  /** Creates a store of schedules that catch up as fast as they can. */
  public ScheduleStore(DataSource dataSource, Duration misfireThreshold) {
    this(dataSource, misfireThreshold, CatchUpPace.unlimited());
  }

  public ScheduleStore(DataSource dataSource, Duration misfireThreshold, CatchUpPace pace) {
    this.statements = new Statements(dataSource);
    this.planner = new RunPlanner(misfireThreshold, pace);
    this.calendars = new CalendarStore(dataSource);
    this.uses = new CalendarUses(dataSource);
  }

  @Override
  public void started(List<NewJob> jobs) {
    statements.update("store %d schedules".formatted(jobs.size()), NEW.bind(START, jobs));
    uses.replace(
        jobs.stream().map(NewJob::key).toList(),
        jobs.stream()
            .flatMap(job -> CalendarUses.Use.of(job.key(), due(job).recurrence()).stream())
            .toList());
    postpone(jobs.stream().filter(job -> due(job).mayWaitLonger()).map(NewJob::key).toList());
  }

  /** Postpones runs for jitter, and while the last run of a replaced schedule may be executing. */
  private void postpone(List<JobKey> keys) {
    if (!keys.isEmpty()) {
      WaitingRuns.postpone(statements, keys);
    }
  }

  /** The caller has locked the rows of the jobs. */
  @Override
  public Set<JobKey> unchanged(List<NewJob> jobs) {
    return Set.copyOf(
        statements.query(
            "compare %d schedules".formatted(jobs.size()),
            NEW.bind(UNCHANGED, jobs),
            Columns::key));
  }

  private static @Nullable Integer positive(int number) {
    return number == 0 ? null : number;
  }

  private static Function<NewJob, @Nullable String> definition(
      Function<DefinitionUse, String> column) {
    return job -> job.definition() == null ? null : column.apply(job.definition());
  }

  private static Due.Recurring due(NewJob job) {
    return (Due.Recurring) job.due();
  }

  @Override
  public Map<JobKey, PlannedRun> planNext(Collection<JobKey> keys, Set<JobKey> dropped) {
    NamedCalendars read = calendars.reading();
    String sql =
        """
        SELECT s.queue, s.job_id, s.recurrence, s.misfire, s.runs, s.passed_at, s.next_planned_at, clock_timestamp() AS now,
               coalesce(extract(epoch FROM s.jitter), 0) AS jitter_seconds,
               s.overlap_action = 'SKIP' AND EXISTS (
                 SELECT FROM scheduler.execution e WHERE e.fire_id = s.waits_for AND e.ended_at IS NULL) AS overlaps,
               CASE WHEN s.pause_after_failures IS NOT NULL THEN <pauses> ELSE false END AS pauses
          FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id) JOIN scheduler.schedule s USING (queue, job_id)
         WHERE s.state <> 'ENDED'
        """
            .replace("<pauses>", RunCounts.PAUSES);
    List<Planned> planned =
        statements.query(
            "plan the next runs of %d schedules".formatted(keys.size()),
            new SqlText(sql).setKeys(keys),
            row -> planner.plan(row, read));
    store(planned, dropped);
    return planned.stream().collect(Collectors.toMap(Planned::key, Planned::run));
  }

  // A run is claimed only if its schedule is not paused, or the pause is over
  private void store(List<Planned> planned, Set<JobKey> dropped) {
    String sql =
        """
        UPDATE scheduler.schedule s
           SET runs = n.runs, passed_at = CASE WHEN n.at = s.next_planned_at THEN s.passed_at ELSE s.next_planned_at END,
               last_planned_at = CASE WHEN n.sent THEN s.next_planned_at ELSE s.last_planned_at END,
               last_dispatched_at = CASE WHEN n.sent THEN clock_timestamp() ELSE s.last_dispatched_at END,
               next_planned_at = n.at, end_reason = n.end_reason,
               state = CASE WHEN n.at IS NULL THEN 'ENDED' ELSE 'ACTIVE' END, paused_until = NULL, pause_reason = NULL,
               ended_at = CASE WHEN n.at IS NULL THEN clock_timestamp() END,
               filled_with = CASE WHEN n.at IS NOT NULL THEN s.filled_with END,
               superseded = CASE WHEN s.overlap_action = 'CANCEL' AND n.sent AND s.waits_for IS NOT NULL
                                 THEN array_append(s.superseded, s.waits_for) ELSE s.superseded END,
               waits_for = CASE WHEN s.overlap_limit IS NULL AND s.overlap_action IS NULL THEN NULL
                                WHEN NOT n.sent THEN s.waits_for
                                ELSE (SELECT j.fire_id FROM scheduler.job j WHERE j.queue = n.queue AND j.job_id = n.job_id) END,
               held_until = greatest(n.turn, CASE WHEN s.waits_for IS NOT NULL OR n.sent
                                                  THEN greatest(n.at, clock_timestamp()) + s.overlap_limit END)
          FROM unnest(:queues::text[], :job_ids::text[], :times::timestamptz[], :ends::text[], :runs::int[], :turns::timestamptz[],
                      :sent::boolean[])
               AS n (queue, job_id, at, end_reason, runs, turn, sent)
         WHERE s.queue = n.queue AND s.job_id = n.job_id
        """;
    statements.update(
        "store the next runs of %d schedules".formatted(planned.size()),
        new SqlText(sql)
            .setKeys(planned.stream().map(Planned::key).toList())
            .set("times", planned, each -> each.run().nextAt())
            .set("ends", planned, Planned::end)
            .set("runs", planned, Planned::runs)
            .set("turns", planned, Planned::turn)
            .set(
                "sent", planned, each -> !each.run().isSkipped() && !dropped.contains(each.key())));
  }

  @Override
  public Map<JobKey, Instant> lastPlanned(Collection<JobKey> keys) {
    String sql =
        """
        SELECT s.queue, s.job_id, s.last_planned_at
          FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id) JOIN scheduler.schedule s USING (queue, job_id)
         WHERE s.last_planned_at IS NOT NULL
        """;
    return statements
        .query(
            "read the last runs of %d schedules".formatted(keys.size()),
            new SqlText(sql).setKeys(keys),
            row -> Map.entry(Columns.key(row), instant(row, "last_planned_at")))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public void ended(Collection<JobKey> keys, String reason) {
    String sql =
        """
        UPDATE scheduler.schedule s
           SET state = 'ENDED', paused_until = NULL, pause_reason = NULL,
               next_planned_at = NULL, ended_at = clock_timestamp(), end_reason = :reason,
               filled_with = NULL
          FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)
         WHERE s.queue = k.queue AND s.job_id = k.job_id AND s.state <> 'ENDED'
        """;
    statements.update(
        "end %d schedules".formatted(keys.size()),
        new SqlText(sql).setKeys(keys).set("reason", reason));
  }
}
