package org.goodtiming.scheduler.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.portion.Portions;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.run.WaitingRuns;
import org.goodtiming.scheduler.message.LogText;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.Events;
import org.goodtiming.scheduler.telemetry.OperatorLog;
import org.jspecify.annotations.Nullable;

/**
 * Counts the successes and failures of schedules, after their runs have ended, and pauses schedules
 * with too many failures in a row. The transaction that ends a run does not count it: dispatch
 * would wait for its lock on the schedule, for as long as the transaction is in doubt. Instead
 * dispatch looks for ends that are to be counted ({@link #PAUSES}).
 */
@Singleton
public final class RunCounts implements LeaderTask {

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final String ANY_RUN =
      "EXISTS (SELECT FROM scheduler.job j WHERE j.queue = s.queue AND j.job_id = s.job_id AND j.planned_at IS NOT NULL)";

  // A schedule that is being dispatched or changed is left for the next time: waiting for it with
  // the locks of others could deadlock. Runs of an earlier schedule of the same key do not count.
  // With wanted_successes the release of the next run counts them.
  private static final String COUNT =
      """
      WITH ended AS MATERIALIZED (
        SELECT e.fire_id, e.queue, e.job_id, e.state, e.submitted_at >= s.registered_at AS own
          FROM scheduler.execution e JOIN scheduler.schedule s USING (queue, job_id)
         WHERE e.uncounted AND e.ended_at IS NOT NULL AND (s.pause_after_failures IS NULL OR NOT <any run>)
         LIMIT :limit FOR UPDATE OF e, s SKIP LOCKED),
      counts AS (
        SELECT queue, job_id, count(*) FILTER (WHERE own AND state = 'FINISHED') AS finished,
               count(*) FILTER (WHERE own AND state IN ('ERROR', 'EXHAUSTED')) AS failed
          FROM ended GROUP BY queue, job_id),
      counted AS (
        UPDATE scheduler.schedule s
           SET successes = s.successes + CASE WHEN s.wanted_successes IS NULL THEN c.finished ELSE 0 END,
               failures = s.failures + c.failed
          FROM counts c
         WHERE s.queue = c.queue AND s.job_id = c.job_id AND c.finished + c.failed > 0)
      UPDATE scheduler.execution e SET uncounted = false FROM ended n WHERE e.fire_id = n.fire_id
      """
          .replace("<any run>", ANY_RUN);

  // The same for schedules that may be paused, whose waiting runs are locked, too. What they have
  // had before is read with the lock.
  private static final String COUNT_IN_ROW =
      """
      WITH ended AS MATERIALIZED (
        SELECT e.fire_id, e.queue, e.job_id, e.state, e.ended_at, e.submitted_at >= s.registered_at AS own,
               s.failures_in_row, s.failing_since, s.pause_after_failures,
               s.state = 'PAUSED' AND s.paused_until IS NULL AS paused
          FROM scheduler.execution e JOIN scheduler.schedule s USING (queue, job_id) JOIN scheduler.job j USING (queue, job_id)
         WHERE e.uncounted AND e.ended_at IS NOT NULL AND s.pause_after_failures IS NOT NULL AND j.planned_at IS NOT NULL
         ORDER BY e.ended_at LIMIT :limit FOR UPDATE OF e, s, j SKIP LOCKED),
      counts AS (
        SELECT queue, job_id, min(pause_after_failures) AS allowed, bool_or(paused) AS paused,
               min(failures_in_row) AS before, min(failing_since) AS since,
               count(*) FILTER (WHERE state = 'FINISHED') AS finished,
               count(*) FILTER (WHERE state IN ('ERROR', 'EXHAUSTED')) AS failed,
               max(ended_at) FILTER (WHERE state = 'FINISHED') AS finished_at
          FROM ended WHERE own GROUP BY queue, job_id),
      latest AS (
        SELECT c.*, CASE WHEN c.finished_at IS NULL THEN c.before ELSE 0 END + f.failed AS in_row,
               CASE WHEN c.finished_at IS NULL THEN coalesce(c.since, f.since) ELSE f.since END AS failing_since,
               f.failed > 0 AND NOT c.paused AS may_pause
          FROM counts c CROSS JOIN LATERAL (
                 SELECT count(*) AS failed, min(e.ended_at) AS since FROM ended e
                  WHERE e.queue = c.queue AND e.job_id = c.job_id AND e.own AND e.state IN ('ERROR', 'EXHAUSTED')
                    AND e.ended_at > coalesce(c.finished_at, '-infinity')) f),
      paused AS MATERIALIZED (
        SELECT l.queue, l.job_id,
               format(CASE l.in_row WHEN 1 THEN '%s run has failed, at %s' ELSE '%s runs in a row have failed, since %s' END,
                      l.in_row, left(replace((l.failing_since AT TIME ZONE 'UTC')::text, ' ', 'T'), 19) || 'Z') AS reason
          FROM latest l WHERE l.may_pause AND l.in_row >= l.allowed),
      counted AS (
        UPDATE scheduler.schedule s
           SET successes = s.successes + CASE WHEN s.wanted_successes IS NULL THEN l.finished ELSE 0 END,
               failures = s.failures + l.failed, failures_in_row = l.in_row, failing_since = l.failing_since,
               state = CASE WHEN p.reason IS NULL THEN s.state ELSE 'PAUSED' END,
               paused_until = CASE WHEN p.reason IS NULL THEN s.paused_until END, pause_reason = coalesce(p.reason, s.pause_reason)
          FROM latest l LEFT JOIN paused p USING (queue, job_id)
         WHERE s.queue = l.queue AND s.job_id = l.job_id),
      done AS (
        UPDATE scheduler.execution e SET uncounted = false FROM ended n WHERE e.fire_id = n.fire_id)
      SELECT n.runs, p.queue, p.job_id, p.reason FROM (SELECT count(*)::int AS runs FROM ended) n LEFT JOIN paused p ON true
      """;

  /**
   * Whether schedule {@code s} is to be paused as soon as the ends of its runs are counted, in SQL.
   */
  static final String PAUSES =
      """
      (WITH ends AS MATERIALIZED (
         SELECT e.state, e.ended_at FROM scheduler.execution e
          WHERE e.uncounted AND e.ended_at IS NOT NULL AND e.queue = s.queue AND e.job_id = s.job_id
            AND e.submitted_at >= s.registered_at),
       latest AS (
         SELECT count(*) AS failed FROM ends
          WHERE state IN ('ERROR', 'EXHAUSTED')
            AND ended_at > coalesce((SELECT max(ended_at) FROM ends WHERE state = 'FINISHED'), '-infinity'))
       SELECT failed > 0 AND s.pause_after_failures
              <= failed + CASE WHEN EXISTS (SELECT FROM ends WHERE state = 'FINISHED') THEN 0 ELSE s.failures_in_row END FROM latest)""";

  private final Statements statements;
  private final WaitingRuns runs;
  private final NewTransaction transaction;
  private final Events events;

  @Inject
  public RunCounts(
      DataSource dataSource, TrackedJobs executions, NewTransaction transaction, Events events) {
    this.statements = new Statements(dataSource);
    this.runs = new WaitingRuns(dataSource, executions);
    this.transaction = transaction;
    this.events = events;
  }

  /** The scheduler has paused a schedule. */
  record SchedulePaused(JobKey key, String reason) implements Event {
    @Override
    public void log(OperatorLog log) {
      log.warning(
          "SCHED-0664 schedule {0} is paused, because {1}: remove the cause, and resume it",
          LogText.oneLine(key.toString()), reason);
    }
  }

  /**
   * @param runs how many ends were counted
   * @param paused null if no schedule was paused
   */
  private record Counted(int runs, @Nullable SchedulePaused paused) {

    static Counted of(ResultSet row) throws SQLException {
      String reason = row.getString("reason");
      return new Counted(
          row.getInt("runs"), reason == null ? null : new SchedulePaused(Columns.key(row), reason));
    }
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "run-counts",
        INTERVAL,
        "SCHED-0646 could not count the successes and failures of schedules; next try in 1 s");
  }

  @Override
  public String condition() {
    // The first by the index: an EXISTS may read the whole table if statistics expect many
    return "(SELECT min(ended_at) FROM scheduler.execution WHERE uncounted AND ended_at IS NOT NULL) IS NOT NULL";
  }

  @Override
  public void run() {
    Portions.repeat(
        limit ->
            statements.update(
                "count the successes and failures of schedules",
                new SqlText(COUNT).set("limit", limit)));
    Portions.repeat(
        limit -> {
          List<Counted> counted = transaction.call(() -> countInRow(limit));
          paused(counted).forEach(events::tell);
          return counted.get(0).runs();
        });
  }

  private List<Counted> countInRow(int limit) {
    List<Counted> counted =
        statements.query(
            "count the failures in a row of schedules",
            new SqlText(COUNT_IN_ROW).set("limit", limit),
            Counted::of);
    List<JobKey> paused = paused(counted).map(SchedulePaused::key).toList();
    if (!paused.isEmpty()) {
      runs.delay(paused);
    }
    return counted;
  }

  private static Stream<SchedulePaused> paused(List<Counted> counted) {
    return counted.stream().flatMap(each -> Stream.ofNullable(each.paused()));
  }
}
