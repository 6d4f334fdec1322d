package org.goodtiming.scheduler.operations.job;

import java.time.Instant;
import org.goodtiming.scheduler.job.Canary;
import org.goodtiming.scheduler.job.hold.WaitingJobs;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.sql.SqlText;
import org.jspecify.annotations.Nullable;

/**
 * The statements for the jobs of a list, in its order.
 *
 * @param overdue whether only overdue jobs are meant, whatever their state
 * @param merged whether the jobs of all queues are in one order by time, not queue by queue
 */
record JobSelection(JobFilter filter, JobOrder order, boolean overdue, boolean merged) {

  /** Queue by queue. */
  JobSelection(JobFilter filter, JobOrder order) {
    this(filter, order, filter.state() == JobState.OVERDUE, false);
  }

  /** For a page of people: by time over all queues, if it is by time. */
  static JobSelection merging(JobFilter filter, JobOrder order) {
    boolean merged = filter.queue() == null && order.isByTime();
    return new JobSelection(filter, order, filter.state() == JobState.OVERDUE, merged);
  }

  /** The maximum number of jobs that a search looks at. */
  static final int SEARCHED = 10_000;

  /**
   * Jobs that were due before a time and may be dispatched only after it: after a failed attempt,
   * as runs of schedules, while they are held, and while they wait for their dispatch.
   */
  private static final String LATER =
      """
      j.id = ANY (ARRAY(
        SELECT r.job_row FROM scheduler.dispatch_retry r
        UNION ALL
        SELECT w.id FROM scheduler.job w WHERE w.last_error IS NOT NULL AND w.eligible_at >= :due_before AND w.due_at < :due_before
        UNION ALL
        SELECT w.id FROM scheduler.schedule s JOIN scheduler.job w USING (queue, job_id)
         WHERE s.state = 'PAUSED' OR s.state <> 'ENDED' AND (s.jitter IS NOT NULL OR s.held_until IS NOT NULL)
        UNION ALL
        SELECT w.id FROM scheduler.worker_queue q JOIN scheduler.job w ON w.queue = q.name
         WHERE q.name = coalesce(nullif(:any_queue, ''), q.name) AND w.eligible_at >= :never::timestamptz AND w.due_at < :due_before
        UNION ALL
        SELECT w.id FROM scheduler.worker_queue q JOIN scheduler.job w ON w.queue = q.name
         WHERE q.name = coalesce(nullif(:any_queue, ''), q.name) AND w.eligible_at >= :due_before
           AND w.eligible_at <= (SELECT clock_timestamp()) AND w.due_at < :due_before))
      """;

  /** The index tells the queues, of which some may no longer be on the allow-list. */
  private static final String QUEUES =
      """
        WITH RECURSIVE found AS (
          (SELECT w.queue FROM scheduler.job w ORDER BY w.queue LIMIT 1)
          UNION ALL
          SELECT (SELECT w.queue FROM scheduler.job w WHERE w.queue > f.queue ORDER BY w.queue LIMIT 1)
            FROM found f WHERE f.queue IS NOT NULL)
      """;

  /**
   * Queue by queue, index job_eligible finds the few jobs of a range of times among many others.
   */
  private static final String EACH_QUEUE =
      "j.queue = ANY (ARRAY(\n" + QUEUES + "SELECT queue FROM found WHERE queue IS NOT NULL))";

  /** The first jobs of each queue, by the index, have the first ones of all queues. */
  private static final String MERGED = QUEUES + "SELECT j.id FROM found f CROSS JOIN LATERAL (\n";

  /** As view worker_queue_status counts them in queues that are open and not paused. */
  private static final String OVERDUE =
      """
      j.due_at < (SELECT clock_timestamp() - interval 'PT1S') AND j.queue = ANY (ARRAY(
        SELECT q.name FROM scheduler.worker_queue q
         WHERE NOT (q.paused AND coalesce(q.paused_until > clock_timestamp(), true)) AND NOT <is closed>
           AND NOT EXISTS (SELECT FROM scheduler.dispatch_pause p
                            WHERE p.group_key = '' AND coalesce(p.paused_until > clock_timestamp(), true))))
      """
          .replace("<is closed>", DispatchPolicies.isClosed("q"));

  /** The few jobs that retry are found by their ids among many others. */
  private static final String RETRIES =
      JobView.RETRIES + " AND j.id = ANY (ARRAY(SELECT r.job_row FROM scheduler.dispatch_retry r))";

  private static final String DUE = "j.eligible_at <= (SELECT clock_timestamp())";

  /** A page of the list. */
  SqlText page(@Nullable JobPosition after, int size) {
    return ordered(rows(JobView.COLUMNS, after, size + 1), size);
  }

  /** A page of what is found up to a position. */
  SqlText page(
      JobContent content, @Nullable JobPosition after, @Nullable JobPosition last, int size) {
    return ordered(behind(found(content, last), after), size);
  }

  /** One more than the page has, which shows whether another page follows. */
  private SqlText ordered(SqlText sql, int size) {
    return limited(sql, size + 1);
  }

  private SqlText limited(SqlText sql, int limit) {
    return sql.then(order.orderBy(merged) + " LIMIT :limit", limit);
  }

  private SqlText behind(SqlText sql, @Nullable JobPosition after) {
    return order.behind(sql, inQueue(after), after);
  }

  /** Whether a position is compared without its queue. */
  private boolean inQueue(@Nullable JobPosition position) {
    return merged || position != null && position.queue().equals(filter.queue());
  }

  /**
   * The jobs of a list, or at least so many of them. The index knows only when a job may be
   * dispatched, so that the end of a range of due times does not end a scan of it: the few jobs
   * that wait longer than until their due time are looked for separately.
   */
  SqlText rows(String columns, @Nullable JobPosition after, int limit) {
    if (filter.state() == JobState.OVERDUE) {
      return overdue(JobState.DUE, columns, after, limit)
          .unionAll(overdue(JobState.RETRYING, columns, after, limit))
          .inside("SELECT * FROM (", ") j");
    }
    Instant dueBefore = filter.isOfLater() ? null : filter.dueBefore();
    SqlText all = inTime(columns, after, dueBefore, limit);
    if (dueBefore == null) {
      return all;
    }
    String queue = filter.queue() == null ? "" : filter.queue();
    SqlText later = behind(filtered(new SqlText(columns)), after);
    later
        .and("j.eligible_at >= :due_before", dueBefore)
        .and(LATER, true)
        .set("any_queue", queue)
        .set("never", WaitingJobs.NEVER);
    return limited(all, limit).unionAll(limited(later, limit)).inside("SELECT * FROM (", ") j");
  }

  /** The jobs that may be dispatched before a time, if there is one. */
  private SqlText inTime(
      String columns, @Nullable JobPosition after, @Nullable Instant dueBefore, int limit) {
    // Those that retry are few, and found by their ids
    boolean merging = merged && filter.state() != JobState.RETRYING;
    SqlText first =
        new SqlText(merging ? "SELECT j.id, j.eligible_at FROM scheduler.job j\n" : columns);
    first.and("j.queue = f.queue", merging);
    SqlText sql = behind(filtered(first), after).and("j.eligible_at < :due_before", dueBefore);
    if (!merging) {
      return sql;
    }
    return limited(limited(sql, limit).inside(MERGED, ") j"), limit)
        .inside(columns + " WHERE j.id = ANY (ARRAY(\n", "))");
  }

  private SqlText overdue(JobState state, String columns, @Nullable JobPosition after, int limit) {
    return limited(
        new JobSelection(filter.in(state), order, true, merged).rows(columns, after, limit), limit);
  }

  /** Those that also have that content, up to a position. */
  SqlText found(JobContent content, @Nullable JobPosition last) {
    SqlText sql = filtered(bounded(new SqlText(JobView.COLUMNS)));
    content.restrict(sql);
    return last == null ? sql : order.upTo(sql, inQueue(last), last);
  }

  /** The last job that a search looks at; none if fewer are left. */
  SqlText lastSearched(@Nullable JobPosition after) {
    SqlText sql =
        new SqlText("SELECT j.queue, j.eligible_at, j.id, j.job_id FROM scheduler.job j\n");
    return behind(bounded(sql), after)
        .then(order.orderBy(merged) + " OFFSET :skipped LIMIT 1", SEARCHED - 1);
  }

  /** Bounds a list by the columns of the index: only within a queue are they next to each other. */
  private SqlText bounded(SqlText sql) {
    if (filter.queue() == null) {
      return sql;
    }
    JobState state = filter.state();
    return sql.and("j.queue = :queue", filter.queue())
        .and("j.eligible_at >= :due_from", filter.dueFrom())
        .and("j.eligible_at < :due_before", filter.isOfLater() ? null : filter.dueBefore())
        .and(
            "j.eligible_at >= :never::timestamptz",
            state == JobState.HELD ? WaitingJobs.NEVER : null)
        .and(DUE, state == JobState.DUE);
  }

  private SqlText filtered(SqlText sql) {
    boolean held = filter.isOfHeld();
    JobState state = filter.state();
    return sql.and("j.queue = :queue", filter.queue())
        .and(Canary.EXCLUDED, true)
        .and(OVERDUE, overdue)
        .and(
            EACH_QUEUE,
            filter.queue() == null && !merged && !overdue && (held || state == JobState.DUE))
        .and("j.eligible_at >= :never::timestamptz", held ? WaitingJobs.NEVER : null)
        .and("j.held_at IS NOT NULL", held)
        .and("j.held_at IS NULL", filter.isOfFree())
        .and(DUE, state == JobState.DUE)
        .and("(" + DUE + " OR " + RETRIES + ")", state == JobState.OVERDUE)
        .and(
            "j.eligible_at > (SELECT clock_timestamp())",
            state != null && state != JobState.DUE && state != JobState.OVERDUE)
        .and("NOT " + JobView.RETRIES, state == JobState.WAITING)
        .and(RETRIES, state == JobState.RETRYING)
        .and("starts_with(j.job_id, :job_id_prefix)", filter.prefix())
        // No job is eligible before it is due, and the index knows when it is eligible
        .and("j.eligible_at >= :due_from", filter.dueFrom())
        .and("j.due_at >= :due_from", filter.dueFrom())
        .and("j.due_at < :due_before", filter.dueBefore())
        .and("j.sent_at < :sent_before", filter.sentBefore())
        .and("j.planned_at IS NOT NULL", Boolean.TRUE.equals(filter.recurs()))
        .and("j.planned_at IS NULL", Boolean.FALSE.equals(filter.recurs()));
  }
}
