package org.goodtiming.scheduler.load;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.goodtiming.scheduler.load.BacklogEvent.QueueRuns;
import org.goodtiming.scheduler.load.WorkerQueueBacklog.Stored;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.rows.UnnestedRows;

/** Table worker_queue_backlog. */
@Singleton
final class BacklogStore {

  /** The count of due jobs ends here. */
  private static final int MAX_DUE = 100_000;

  private static final UnnestedRows<WorkerQueueBacklog> NUMBERS =
      new UnnestedRows<WorkerQueueBacklog>()
          .and("messages", "bigint", each -> each.atBroker().messages())
          .and("delivering", "bigint", each -> each.atBroker().delivering())
          .and("scheduled", "bigint", each -> each.atBroker().scheduled())
          .and("consumers", "integer", each -> each.atBroker().consumers())
          .and("oldest_at", "timestamptz", WorkerQueueBacklog::oldestAt)
          .and("dead_letters", "bigint", each -> each.stored().deadLetters())
          .and("due", "bigint", each -> each.stored().due())
          .and("growth", "float8", WorkerQueueBacklog::growth);

  private static final UnnestedRows<WorkerQueueBacklog> ROWS =
      NUMBERS.and("queue", "text", WorkerQueueBacklog::queue);

  private static final String REPLACE =
      """
      WITH seen AS MATERIALIZED (
        SELECT * FROM <rows>),
      gone AS (
        DELETE FROM scheduler.worker_queue_backlog b WHERE NOT EXISTS (SELECT FROM seen s WHERE s.queue = b.queue)),
      replaced AS (
        INSERT INTO scheduler.worker_queue_backlog AS b (<columns>, seen_at)
        SELECT <values>, clock_timestamp() FROM seen s ORDER BY s.queue
        ON CONFLICT (queue) DO UPDATE
           SET <changes>, seen_at = excluded.seen_at
         WHERE b.seen_at < excluded.seen_at - interval 'PT50S'
            OR (<old numbers>) IS DISTINCT FROM (<new numbers>))
      SELECT clock_timestamp() AS now
      """
          .replace("<rows>", ROWS.as("s"))
          .replace("<columns>", ROWS.each("%s"))
          .replace("<values>", ROWS.each("s.%s"))
          .replace("<changes>", NUMBERS.each("%1$s = excluded.%1$s"))
          .replace("<old numbers>", NUMBERS.each("b.%s"))
          .replace("<new numbers>", NUMBERS.each("excluded.%s"));

  private final Statements statements;
  private final int maxDue;

  @Inject
  BacklogStore(DataSource dataSource) {
    this(dataSource, MAX_DUE);
  }

  BacklogStore(DataSource dataSource, int maxDue) {
    this.statements = new Statements(dataSource);
    this.maxDue = maxDue;
  }

  /**
   * What the database has, for each queue of the allow-list. Without a limit, due jobs are at the
   * broker soon.
   */
  Map<String, Stored> stored() {
    String sql =
        """
        SELECT w.name, coalesce(d.letters, 0) AS letters,
               CASE WHEN <unlimited> THEN 0
                    ELSE (SELECT count(*) FROM (SELECT FROM scheduler.job j
                                                 WHERE j.queue = w.name AND j.eligible_at <= (SELECT clock_timestamp())
                                                 ORDER BY j.eligible_at LIMIT :limit) due)
               END AS due, <is closed> AS closed
          FROM scheduler.worker_queue w
               LEFT JOIN (SELECT queue, count(*) AS letters FROM scheduler.quarantine WHERE stage = 'execution' GROUP BY queue) d
               ON d.queue = w.name
        """
            .replace("<is closed>", DispatchPolicies.isClosed("w"))
            .transform(DispatchPolicies.in("w"));
    return statements
        .query(
            "count dead letters and due jobs",
            new SqlText(sql).set("limit", maxDue),
            row -> Map.entry(row.getString("name"), stored(row)))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private Stored stored(ResultSet row) throws SQLException {
    long due = row.getLong("due");
    return new Stored(row.getLong("letters"), due, due < maxDue && !row.getBoolean("closed"));
  }

  /** The runs of the queues that limit them. */
  List<QueueRuns> concurrentRuns() {
    String sql =
        """
        SELECT q.name, (SELECT count(*) FROM scheduler.execution e WHERE e.queue = q.name AND e.is_limited AND e.ended_at IS NULL) AS runs
          FROM scheduler.worker_queue q
         WHERE q.max_concurrent_runs > 0 OR q.max_concurrent_runs_per_key > 0
        """;
    return statements.query(
        "count concurrent runs",
        new SqlText(sql),
        row -> new QueueRuns(row.getString("name"), row.getLong("runs")));
  }

  /**
   * Replaces the rows that have changed or are almost a minute old, so that an idle system writes
   * little, and deletes those of other queues.
   *
   * @return the time of the database
   */
  Instant replace(List<WorkerQueueBacklog> backlogs) {
    return statements
        .query(
            "store the backlogs of %d queues".formatted(backlogs.size()),
            ROWS.bind(REPLACE, backlogs),
            row -> Columns.instant(row, "now"))
        .get(0);
  }
}
