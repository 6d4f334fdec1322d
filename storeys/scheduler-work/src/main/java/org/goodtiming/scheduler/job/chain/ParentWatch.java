package org.goodtiming.scheduler.job.chain;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.background.portion.Portions;
import org.goodtiming.scheduler.job.ChildJobs;
import org.goodtiming.scheduler.job.JobEvents;
import org.goodtiming.scheduler.job.TrackedJobs;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Counts the members of job batches, and ends these; finds parents that are registered later than
 * their children, gives up those that do not come, releases what the ends of parents have left to
 * it, and cancels jobs whose parents have failed.
 */
@Singleton
public final class ParentWatch implements LeaderTask {

  private static final Duration INTERVAL = Duration.ofMillis(250);
  private static final int PAGE = 500;
  private static final int MOST_CHANGES = 10_000;
  private static final String BEGINNING = "00000000-0000-0000-0000-000000000000";

  private final Consumer<Runnable> transaction;
  private final Statements statements;
  private final ChildJobs children;
  private final TrackedJobs executions;
  private String position = BEGINNING;

  @Inject
  ParentWatch(NewTransaction transaction, DataSource dataSource, TrackedJobs executions) {
    this(work -> transaction.run(work), dataSource, executions);
  }

  /**
   * @param transaction does work in a new transaction
   */
  public ParentWatch(
      Consumer<Runnable> transaction, DataSource dataSource, TrackedJobs executions) {
    this.transaction = transaction;
    this.statements = new Statements(dataSource);
    this.children = new ChildJobs(dataSource, executions);
    this.executions = executions;
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "parents",
        INTERVAL,
        "SCHED-0850 could not look for the parents of waiting jobs; next try in 250 ms");
  }

  @Override
  public String condition() {
    return """
        (EXISTS (SELECT FROM scheduler.child_to_release) OR EXISTS (SELECT FROM scheduler.job WHERE waits_for = 0)
         OR EXISTS (SELECT FROM scheduler.job_parent WHERE run IS NULL AND state IS NULL)
         OR EXISTS (SELECT FROM scheduler.job_batch_change)
         OR EXISTS (SELECT FROM scheduler.job_batch WHERE ended_at IS NULL AND expires_at <= clock_timestamp()))
        """;
  }

  @Override
  public void run() {
    Portions.each(
        List.<Runnable>of(this::countBatches, this::releaseLeft, this::findUnknown, this::cancel),
        transaction);
  }

  private void countBatches() {
    statements.find(
        "count the members of job batches",
        new SqlText("SELECT scheduler.count_batches(:most) AS counted").set("most", MOST_CHANGES),
        row -> row.getInt("counted"));
  }

  private void releaseLeft() {
    String sql =
        """
        DELETE FROM scheduler.child_to_release WHERE id = ANY (ARRAY(
          SELECT id FROM scheduler.child_to_release ORDER BY id LIMIT :limit))
        RETURNING fire_id
        """;
    children.release(
        ids(statements, "take children that were left", new SqlText(sql).set("limit", PAGE)));
  }

  /** Goes through all of them, a page a time; one that fails does not stop the next. */
  private void findUnknown() {
    List<String> page = page();
    if (page.isEmpty()) {
      position = BEGINNING;
      page = page();
    }
    if (!page.isEmpty()) {
      position = page.get(page.size() - 1);
      Set<String> changed = new HashSet<>(children.find(page));
      changed.addAll(giveUp(page));
      children.release(changed);
    }
  }

  private List<String> page() {
    String sql =
        """
        SELECT DISTINCT fire_id FROM (
          SELECT fire_id FROM scheduler.job_parent
           WHERE run IS NULL AND state IS NULL AND fire_id > :position::uuid ORDER BY fire_id, number LIMIT :limit) parent
         ORDER BY fire_id
        """;
    return ids(
        statements,
        "list children with unknown parents",
        new SqlText(sql).set("position", position).set("limit", PAGE));
  }

  /** Those whose child does not wait any more are of no interest. */
  private List<String> giveUp(List<String> page) {
    String sql =
        """
        UPDATE scheduler.job_parent p SET state = 'UNKNOWN', ended_at = clock_timestamp()
          FROM scheduler.child_job c
         WHERE p.fire_id = ANY (:children::uuid[]) AND p.run IS NULL AND p.state IS NULL AND c.fire_id = p.fire_id
           AND (c.known_until <= clock_timestamp()
                OR NOT EXISTS (SELECT FROM scheduler.job j WHERE j.queue = c.queue AND j.job_id = c.job_id AND j.fire_id = c.fire_id))
        RETURNING p.fire_id
        """;
    return ids(
        statements,
        "give up parents of %d jobs".formatted(page.size()),
        new SqlText(sql).set("children", page, each -> each));
  }

  private void cancel() {
    String sql =
        """
        WITH due AS MATERIALIZED (
          SELECT id FROM scheduler.job WHERE waits_for = 0 ORDER BY id LIMIT :limit FOR UPDATE SKIP LOCKED),
        gone AS (
          DELETE FROM scheduler.job j USING due WHERE j.id = due.id
          RETURNING j.queue, j.job_id, j.fire_id, j.due_at, j.tracked, j.last_error),
        entry AS (
          INSERT INTO scheduler.ledger_entry (kind, jobs)
          SELECT 'cancelled', count(*) FROM gone HAVING count(*) > 0),
        <events>
        SELECT fire_id, tracked, last_error FROM gone
        """
            .replace(
                "<events>",
                JobEvents.of("gone", JobEvents.UNTRACKED_CANCELLED, "1", "r.last_error"));
    record Gone(UUID fireId, boolean tracked, String reason) {}
    Map<String, List<UUID>> tracked =
        statements
            .query(
                "cancel jobs whose parents have failed",
                new SqlText(sql).set("limit", PAGE),
                row ->
                    new Gone(
                        Columns.fireId(row),
                        row.getBoolean("tracked"),
                        row.getString("last_error")))
            .stream()
            .filter(Gone::tracked)
            .collect(
                Collectors.groupingBy(
                    Gone::reason, Collectors.mapping(Gone::fireId, Collectors.toList())));
    tracked.forEach((reason, fireIds) -> executions.ended(fireIds, Ending.CANCELLED, reason));
  }

  private static List<String> ids(Statements statements, String purpose, SqlText sql) {
    return statements.query(purpose, sql, row -> row.getString("fire_id"));
  }
}
