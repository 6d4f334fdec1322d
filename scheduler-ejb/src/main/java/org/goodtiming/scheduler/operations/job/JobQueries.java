package org.goodtiming.scheduler.operations.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.encryption.aes.PayloadCipher;
import org.goodtiming.scheduler.job.JobColumns;
import org.goodtiming.scheduler.job.WaitingJobs;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Reads jobs for people and clients, with the pool of readers. */
public final class JobQueries {

  /** One more than the maximum count: a count that reaches it has "more". */
  public static final int COUNT_CAP = 1_000;

  /** A job that was changed, held or paused since its last attempt has another time. */
  private static final String RETRIES =
      "EXISTS (SELECT FROM scheduler.dispatch_retry r WHERE r.job_row = j.id AND r.retry_at = j.eligible_at)";

  private static final String COLUMNS =
      """
      SELECT j.id, j.xmin::text AS version, j.queue, j.job_id, j.due_at, j.eligible_at, <shown>,
             j.attempts, j.last_error, j.fire_id::text AS fire_id, j.registered_by, j.registered_at, j.held_at, j.held_by,
             CASE WHEN j.held_at IS NOT NULL THEN 'held' WHEN j.eligible_at <= (SELECT clock_timestamp()) THEN 'due' WHEN <retries> THEN 'retrying' ELSE 'waiting' END AS state
        FROM scheduler.job j
      """
          .replace("<shown>", JobColumns.SHOWN.each("j.%s"))
          .replace("<retries>", RETRIES);

  /** The maximum number of jobs that a search looks at. */
  public static final int SEARCHED = 10_000;

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
         WHERE q.name = coalesce(nullif(:any_queue, ''), q.name) AND w.eligible_at >= :due_before AND w.eligible_at <= (SELECT clock_timestamp()) AND w.due_at < :due_before))
      """;

  /**
   * Queue by queue, index job_eligible finds the few jobs of a range of times among many others.
   * The index also tells the queues, of which some may no longer be on the allow-list.
   */
  private static final String EACH_QUEUE =
      """
      j.queue = ANY (ARRAY(
        WITH RECURSIVE found AS (
          (SELECT w.queue FROM scheduler.job w ORDER BY w.queue LIMIT 1)
          UNION ALL
          SELECT (SELECT w.queue FROM scheduler.job w WHERE w.queue > f.queue ORDER BY w.queue LIMIT 1)
            FROM found f WHERE f.queue IS NOT NULL)
        SELECT queue FROM found WHERE queue IS NOT NULL))
      """;

  private static final String PURPOSE = "read jobs";

  private final Statements statements;
  private final RedactedPayloads redacted;

  public JobQueries(DataSource dataSource, Redaction redaction) {
    this(dataSource, redaction, PayloadCipher.WITHOUT_KEYS);
  }

  public JobQueries(DataSource dataSource, Redaction redaction, PayloadCipher cipher) {
    statements = Statements.forClients(dataSource);
    redacted = new RedactedPayloads(redaction, cipher);
  }

  /** The waiting job of that key; empty if none waits. */
  public Optional<JobView> find(JobKey key) {
    SqlText sql =
        new SqlText(COLUMNS).and("j.queue = :queue AND j.job_id = :job_id", true).setKey(key);
    return statements.query(PURPOSE, sql, JobQueries::view).stream().findFirst();
  }

  /** The settings of the waiting job itself for its retries and its limit; empty if none waits. */
  public Optional<JobSettings> settings(JobKey key) {
    SqlText sql =
        new SqlText(
                """
                SELECT p.own ->> 'scheduler_retry' AS retry, p.own ->> 'scheduler_runTimeout' AS run_timeout
                  FROM scheduler.job j CROSS JOIN LATERAL (SELECT CASE WHEN j.properties IS JSON OBJECT THEN j.properties::jsonb END AS own) p
                """)
            .and("j.queue = :queue AND j.job_id = :job_id", true)
            .setKey(key);
    return statements
        .query(
            PURPOSE,
            sql,
            row -> new JobSettings(row.getString("retry"), row.getString("run_timeout")))
        .stream()
        .findFirst();
  }

  /** Payload and properties of the waiting job of that key; empty if none waits. */
  public Optional<JobPayload> payload(JobKey key) {
    SqlText sql =
        new SqlText(
                "SELECT j.queue, j.body_is_text, j.body, j.content_type, j.properties, j.definition FROM scheduler.job j\n")
            .and("j.queue = :queue AND j.job_id = :job_id", true)
            .setKey(key);
    return statements.query(PURPOSE, sql, this::payload).stream().findFirst();
  }

  /** Payload and properties that a tracked run was registered with; empty if they are pruned. */
  public Optional<JobPayload> input(UUID fireId) {
    SqlText sql =
        new SqlText(
            """
            SELECT j.queue, j.body_is_text, j.body, j.content_type, j.properties, j.definition
              FROM scheduler.execution_input i CROSS JOIN LATERAL jsonb_populate_record(NULL::scheduler.job, i.job) j
             WHERE i.fire_id = :fire_id
            """,
            fireId);
    return statements.query("read the input of a run", sql, this::payload).stream().findFirst();
  }

  /** A page by due time that begins after a position, or at the first job. */
  public JobPage list(JobFilter filter, JobPage.@Nullable Position after, int size) {
    return list(filter, JobOrder.DUE, after, size);
  }

  /** A page that begins after a position, or at the first job. */
  public JobPage list(
      JobFilter filter, JobOrder order, JobPage.@Nullable Position after, int size) {
    return page(
        statements.query(PURPOSE, page(filter, order, after, size), JobQueries::view), size, null);
  }

  static SqlText page(
      JobFilter filter, JobOrder order, JobPage.@Nullable Position after, int size) {
    return ordered(rows(COLUMNS, filter, order, after, size + 1), order, size);
  }

  /**
   * A page of the jobs that also have that content, among the next {@link #SEARCHED} jobs.
   *
   * @param order by time
   */
  public JobPage search(
      JobFilter filter,
      JobContent content,
      JobOrder order,
      JobPage.@Nullable Position after,
      int size) {
    JobPage.Position last = lastSearched(filter, order, after);
    SqlText sql = searched(filter, content, order, last);
    SqlText next = ordered(order.behind(sql, filter, after), order, size);
    return page(statements.query(PURPOSE, next, JobQueries::view), size, last);
  }

  /** How many jobs the list has, counted up to {@link #COUNT_CAP} and one. */
  public int count(JobFilter filter) {
    return count(
        rows("SELECT 1 FROM scheduler.job j\n", filter, JobOrder.DUE, null, COUNT_CAP + 1));
  }

  /** How many of the first {@link #SEARCHED} jobs also have that content. */
  public JobCount count(JobFilter filter, JobContent content, JobOrder order) {
    JobPage.Position last = lastSearched(filter, order, null);
    return JobCount.capped(count(searched(filter, content, order, last)), last != null);
  }

  private int count(SqlText sql) {
    SqlText inner = sql.then("LIMIT :limit", COUNT_CAP + 1);
    return statements
        .query(PURPOSE, inner.inside("SELECT count(*) FROM (", ") jobs"), row -> row.getInt(1))
        .get(0);
  }

  /** One more than the page has, which shows whether another page follows. */
  private static SqlText ordered(SqlText sql, JobOrder order, int size) {
    return sql.then(order.orderBy() + " LIMIT :limit", size + 1);
  }

  /**
   * The jobs of a list, or at least so many of them. The index knows only when a job may be
   * dispatched, so that the end of a range of due times does not end a scan of it: the few jobs
   * that wait longer than until their due time are looked for separately.
   */
  private static SqlText rows(
      String columns,
      JobFilter filter,
      JobOrder order,
      JobPage.@Nullable Position after,
      int limit) {
    SqlText all = order.behind(filtered(new SqlText(columns), filter), filter, after);
    Instant dueBefore = filter.dueBefore();
    if (dueBefore == null || isOfLater(filter)) {
      return all;
    }
    String end = order.orderBy() + " LIMIT :limit";
    String queue = filter.queue() == null ? "" : filter.queue();
    SqlText later = order.behind(filtered(new SqlText(columns), filter), filter, after);
    later
        .and("j.eligible_at >= :due_before", dueBefore)
        .and(LATER, true)
        .set("any_queue", queue)
        .set("never", WaitingJobs.NEVER);
    return all.and("j.eligible_at < :due_before", dueBefore)
        .then(end, limit)
        .unionAll(later.then(end, limit))
        .inside("SELECT * FROM (", ") j");
  }

  /** Whether other conditions lead to the few jobs. */
  private static boolean isOfLater(JobFilter filter) {
    return filter.state() == JobState.HELD
        || filter.state() == JobState.RETRYING
        || Boolean.TRUE.equals(filter.held());
  }

  /** Null if fewer jobs are left. */
  private JobPage.@Nullable Position lastSearched(
      JobFilter filter, JobOrder order, JobPage.@Nullable Position after) {
    SqlText sql =
        new SqlText("SELECT j.queue, j.eligible_at, j.id, j.job_id FROM scheduler.job j\n");
    order
        .behind(bounded(sql, filter), filter, after)
        .then(order.orderBy() + " OFFSET :skipped LIMIT 1", SEARCHED - 1);
    return statements.query(PURPOSE, sql, JobQueries::position).stream().findFirst().orElse(null);
  }

  private static SqlText searched(
      JobFilter filter, JobContent content, JobOrder order, JobPage.@Nullable Position last) {
    SqlText sql = filtered(bounded(new SqlText(COLUMNS), filter), filter);
    content.restrict(sql);
    return last == null ? sql : order.upTo(sql, filter, last);
  }

  /** Bounds a list by the columns of the index: only within a queue are they next to each other. */
  private static SqlText bounded(SqlText sql, JobFilter filter) {
    if (filter.queue() == null) {
      return sql;
    }
    JobState state = filter.state();
    return sql.and("j.queue = :queue", filter.queue())
        .and("j.eligible_at >= :due_from", filter.dueFrom())
        .and("j.eligible_at < :due_before", isOfLater(filter) ? null : filter.dueBefore())
        .and(
            "j.eligible_at >= :never::timestamptz",
            state == JobState.HELD ? WaitingJobs.NEVER : null)
        .and("j.eligible_at <= (SELECT clock_timestamp())", state == JobState.DUE);
  }

  private static SqlText filtered(SqlText sql, JobFilter filter) {
    boolean held = filter.state() == JobState.HELD || Boolean.TRUE.equals(filter.held());
    return sql.and("j.queue = :queue", filter.queue())
        .and(EACH_QUEUE, filter.queue() == null && (held || filter.state() == JobState.DUE))
        .and("j.eligible_at >= :never::timestamptz", held ? WaitingJobs.NEVER : null)
        .and("j.held_at IS NOT NULL", held)
        .and("j.held_at IS NULL", isOfFree(filter))
        .and("j.eligible_at <= (SELECT clock_timestamp())", filter.state() == JobState.DUE)
        .and(
            "j.eligible_at > (SELECT clock_timestamp())",
            filter.state() != null && filter.state() != JobState.DUE)
        .and("NOT " + RETRIES, filter.state() == JobState.WAITING)
        // The few jobs that retry are found by their ids among many others
        .and(
            RETRIES + " AND j.id = ANY (ARRAY(SELECT r.job_row FROM scheduler.dispatch_retry r))",
            filter.state() == JobState.RETRYING)
        .and("starts_with(j.job_id, :job_id_prefix)", filter.prefix())
        // No job is eligible before it is due, and the index knows when it is eligible
        .and("j.eligible_at >= :due_from", filter.dueFrom())
        .and("j.due_at >= :due_from", filter.dueFrom())
        .and("j.due_at < :due_before", filter.dueBefore())
        .and("j.sent_at < :sent_before", filter.sentBefore());
  }

  private static boolean isOfFree(JobFilter filter) {
    return filter.state() == JobState.WAITING
        || filter.state() == JobState.RETRYING
        || Boolean.FALSE.equals(filter.held());
  }

  private static JobPage page(
      List<JobView> found, int size, JobPage.@Nullable Position lastSearched) {
    if (found.size() <= size) {
      return new JobPage(found, lastSearched, lastSearched != null);
    }
    return new JobPage(found.subList(0, size), found.get(size - 1).position(), false);
  }

  private static JobPage.Position position(ResultSet row) throws SQLException {
    return new JobPage.Position(
        row.getString("queue"),
        row.getTimestamp("eligible_at").toInstant(),
        row.getLong("id"),
        row.getString("job_id"));
  }

  private static JobView view(ResultSet row) throws SQLException {
    return new JobView(
        row.getLong("id"),
        row.getString("version"),
        new JobKey(row.getString("queue"), row.getString("job_id")),
        JobState.find(row.getString("state")).orElseThrow(),
        row.getTimestamp("due_at").toInstant(),
        row.getTimestamp("eligible_at").toInstant(),
        new Row(JobColumns.SHOWN.read(row), null),
        row.getInt("attempts"),
        row.getString("last_error"),
        row.getString("fire_id"),
        row.getString("registered_by"),
        row.getTimestamp("registered_at").toInstant(),
        hold(row));
  }

  private static JobView.@Nullable Hold hold(ResultSet row) throws SQLException {
    Timestamp at = row.getTimestamp("held_at");
    return at == null ? null : new JobView.Hold(at.toInstant(), row.getString("held_by"));
  }

  private JobPayload payload(ResultSet row) throws SQLException {
    return redacted.of(
        row.getString("queue"),
        new JobPayload(
            row.getBoolean("body_is_text"),
            row.getBytes("body"),
            row.getString("content_type"),
            row.getString("properties"),
            row.getString("definition") != null));
  }
}
