package org.goodtiming.scheduler.operations.job;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.encryption.aes.PayloadCipher;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Reads jobs for people and clients, with the pool of readers. */
@Singleton
public final class JobQueries {

  private static final String PURPOSE = "read jobs";

  /** Bytes of a job that are read for one line of a list. */
  private static final int MOST_OF_A_LINE = 10_000;

  private final Statements statements;
  private final RedactedPayloads redacted;

  public JobQueries(DataSource dataSource, Redaction redaction) {
    this(dataSource, redaction, PayloadCipher.WITHOUT_KEYS);
  }

  @Inject
  public JobQueries(@Readers DataSource dataSource, Redaction redaction, PayloadCipher cipher) {
    statements = Statements.forClients(dataSource);
    redacted = new RedactedPayloads(redaction, cipher);
  }

  /** The waiting job of that key; empty if none waits. */
  public Optional<JobView> find(JobKey key) {
    SqlText sql =
        new SqlText(JobView.COLUMNS)
            .and("j.queue = :queue AND j.job_id = :job_id", true)
            .setKey(key);
    return statements.find(PURPOSE, sql, JobView::of);
  }

  /** The settings of the waiting job itself for its retries and its limit; empty if none waits. */
  public Optional<JobSettings> settings(JobKey key) {
    SqlText sql =
        new SqlText(
                """
                SELECT p.own ->> 'scheduler_retry' AS retry, p.own ->> 'scheduler_runTimeout' AS run_timeout
                  FROM scheduler.job j
                       CROSS JOIN LATERAL (SELECT CASE WHEN j.properties IS JSON OBJECT THEN j.properties::jsonb END AS own) p
                """)
            .and("j.queue = :queue AND j.job_id = :job_id", true)
            .setKey(key);
    return statements.find(
        PURPOSE, sql, row -> new JobSettings(row.getString("retry"), row.getString("run_timeout")));
  }

  private static final String PARENTS =
      """
      SELECT p.queue, p.job_id, p.run::text AS run, coalesce(p.state, e.state) AS state, left(e.message, 200) AS message
        FROM (<child>) c
             JOIN scheduler.job_parent p USING (fire_id) LEFT JOIN scheduler.execution e ON e.fire_id = p.run
       WHERE p.batch IS NULL
       ORDER BY p.state IS NOT NULL, p.number
       LIMIT :most
      """;

  private static final String PARENT_BATCHES =
      """
      SELECT p.batch, p.on_failure, p.state
        FROM (<child>) c JOIN scheduler.job_parent p USING (fire_id)
       WHERE p.batch IS NOT NULL
       ORDER BY p.number
       LIMIT :most
      """;

  private static final String LATEST_CHILD =
      """
      SELECT l.fire_id
        FROM (SELECT fire_id FROM scheduler.child_job WHERE queue = :queue AND job_id = :job_id ORDER BY registered_at DESC LIMIT 1) l
       WHERE NOT EXISTS (
               SELECT FROM scheduler.job j WHERE j.queue = :queue AND j.job_id = :job_id AND j.fire_id <> l.fire_id)
      """;

  private static final String CHILDREN =
      """
      SELECT c.queue, c.job_id
        FROM (SELECT fire_id FROM scheduler.job_parent WHERE queue = :queue AND job_id = :job_id <of the run> LIMIT :most) p
             JOIN scheduler.child_job c USING (fire_id)
       GROUP BY c.queue, c.job_id
       ORDER BY max(c.registered_at) DESC, c.queue, c.job_id
      """;

  /** The parents of the waiting job of that key or, if none waits, of the latest; its children. */
  public JobFamily family(JobKey key) {
    return family(
        parents -> new SqlText(parents.replace("<child>", LATEST_CHILD)).setKey(key),
        new SqlText(CHILDREN.replace("<of the run>", "")).setKey(key));
  }

  /** The parents of the run; the jobs that wait or have waited for its end. */
  public JobFamily family(JobKey key, UUID fireId) {
    return family(
        parents ->
            new SqlText(parents.replace("<child>", "SELECT :fire_id::uuid AS fire_id"))
                .set("fire_id", fireId),
        new SqlText(CHILDREN.replace("<of the run>", "AND run = :fire_id"))
            .setKey(key)
            .set("fire_id", fireId));
  }

  private JobFamily family(Function<String, SqlText> ofChild, SqlText children) {
    return new JobFamily(
        statements.query(
            PURPOSE, ofChild.apply(PARENTS).set("most", JobFamily.MOST), JobFamily.Parent::of),
        statements.query(
            PURPOSE,
            ofChild.apply(PARENT_BATCHES).set("most", JobFamily.MOST),
            JobFamily.ParentBatch::of),
        statements.query(PURPOSE, children.set("most", JobFamily.MOST), Columns::key));
  }

  /** Payload and properties of the waiting job of that key; empty if none waits. */
  public Optional<JobPayload> payload(JobKey key) {
    SqlText sql =
        new SqlText(
                "SELECT j.queue, j.body_is_text, j.body, j.content_type, j.properties, j.definition FROM scheduler.job j\n")
            .and("j.queue = :queue AND j.job_id = :job_id", true)
            .setKey(key);
    return statements.find(PURPOSE, sql, this::payload);
  }

  /** Payload and properties of the jobs of a page, by their rows; large ones are omitted. */
  public Map<Long, JobPayload> payloads(List<JobView> jobs) {
    SqlText sql =
        new SqlText(
                "SELECT j.id, j.queue, j.body_is_text, j.body, j.content_type, j.properties, j.definition FROM scheduler.job j\n")
            .and("j.id = ANY (:ids::bigint[])", true)
            .and(
                "octet_length(j.body) + octet_length(coalesce(j.properties, '')) <= :most",
                MOST_OF_A_LINE)
            .set("ids", jobs, JobView::id);
    Map<Long, JobPayload> found = new HashMap<>();
    statements.query(PURPOSE, sql, row -> found.put(row.getLong("id"), payload(row)) == null);
    return found;
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
    return statements.find("read the input of a run", sql, this::payload);
  }

  /** A page queue by queue, that begins after a position, or at the first job. */
  public JobPage list(JobFilter filter, @Nullable JobPosition after, int size) {
    return page(new JobSelection(filter, JobOrder.DUE).page(after, size), size, null);
  }

  /**
   * A page that begins after a position, or at the first job; by time over all queues, if the order
   * is by time.
   */
  public JobPage list(JobFilter filter, JobOrder order, @Nullable JobPosition after, int size) {
    return page(JobSelection.merging(filter, order).page(after, size), size, null);
  }

  /**
   * A page of the jobs that also have that content, among the next {@link JobSelection#SEARCHED}
   * jobs.
   *
   * @param order by time
   */
  public JobPage search(
      JobFilter filter, JobContent content, JobOrder order, @Nullable JobPosition after, int size) {
    JobSelection jobs = new JobSelection(filter, order);
    JobPosition last = lastSearched(jobs, after);
    return page(jobs.page(content, after, last, size), size, last);
  }

  /** The first jobs of the list that have that content, however many it looks at. */
  public List<JobView> first(JobFilter filter, JobContent content, int size) {
    return content.equals(JobContent.ANY)
        ? list(filter, null, size).jobs()
        : page(new JobSelection(filter, JobOrder.DUE).page(content, null, null, size), size, null)
            .jobs();
  }

  /** How many jobs of the list have that content, however many it looks at; counted as the list. */
  public int count(JobFilter filter, JobContent content) {
    return content.equals(JobContent.ANY)
        ? count(filter)
        : count(new JobSelection(filter, JobOrder.DUE).found(content, null));
  }

  /** How many jobs the list has, counted up to {@link JobCount#CAP} and one. */
  public int count(JobFilter filter) {
    return count(
        new JobSelection(filter, JobOrder.DUE)
            .rows("SELECT 1 FROM scheduler.job j\n", null, JobCount.CAP + 1));
  }

  /** Selects all jobs of the list. */
  public static SqlText all(JobFilter filter) {
    return new JobSelection(filter, JobOrder.DUE)
        .rows("SELECT FROM scheduler.job j\n", null, Integer.MAX_VALUE);
  }

  /**
   * The schedules of which the list has the next run, up to {@link JobCount#CAP} and one. They are
   * few among many jobs, and so lead to these.
   */
  public List<JobKey> schedules(JobFilter filter, JobContent content) {
    if (!content.equals(JobContent.ANY)) {
      return first(filter, content, JobCount.CAP + 1).stream().map(JobView::key).toList();
    }
    SqlText sql =
        new JobSelection(filter, JobOrder.DUE)
            .rows(
                "SELECT j.queue, j.job_id FROM scheduler.schedule s JOIN scheduler.job j USING (queue, job_id)\n",
                null,
                JobCount.CAP + 1)
            .then("LIMIT :limit", JobCount.CAP + 1);
    return statements.query(
        PURPOSE, sql, row -> new JobKey(row.getString("queue"), row.getString("job_id")));
  }

  /** How many of the first {@link JobSelection#SEARCHED} jobs also have that content. */
  public JobCount count(JobFilter filter, JobContent content, JobOrder order) {
    JobSelection jobs = new JobSelection(filter, order);
    JobPosition last = lastSearched(jobs, null);
    return JobCount.capped(count(jobs.found(content, last)), last != null);
  }

  private int count(SqlText sql) {
    SqlText inner = sql.then("LIMIT :limit", JobCount.CAP + 1);
    return statements
        .query(PURPOSE, inner.inside("SELECT count(*) FROM (", ") jobs"), row -> row.getInt(1))
        .get(0);
  }

  /** Null if fewer jobs are left. */
  private @Nullable JobPosition lastSearched(JobSelection jobs, @Nullable JobPosition after) {
    return statements.find(PURPOSE, jobs.lastSearched(after), JobPosition::of).orElse(null);
  }

  private JobPage page(SqlText sql, int size, @Nullable JobPosition lastSearched) {
    List<JobView> found = statements.query(PURPOSE, sql, JobView::of);
    if (found.size() <= size) {
      return new JobPage(found, lastSearched, lastSearched != null);
    }
    return new JobPage(found.subList(0, size), found.get(size - 1).position(), false);
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
