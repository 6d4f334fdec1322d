package org.goodtiming.scheduler.operations.job;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.row.RowPage;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Reads job batches and the jobs that wait for them, with the pool of readers. */
@Singleton
public final class JobBatchQueries {

  /** The exact counts of batch b: they contain what the leader has not added yet. */
  public static final String COUNTS =
      """
      SELECT b.total + coalesce(sum(c.total), 0) AS total, b.waiting + coalesce(sum(c.waiting), 0) AS waiting,
             b.running + coalesce(sum(c.running), 0) AS running, b.finished + coalesce(sum(c.finished), 0) AS finished,
             b.failed + coalesce(sum(c.failed), 0) AS failed, b.cancelled + coalesce(sum(c.cancelled), 0) AS cancelled
        FROM scheduler.job_batch_change c WHERE c.batch = b.id
      """;

  private static final String PURPOSE = "read job batches";

  private static final String SELECT =
      """
      SELECT b.id, b.number,
             CASE WHEN b.size IS NULL THEN 'OPEN' WHEN b.ended_at IS NULL OR n.waiting + n.running > 0 THEN 'CLOSED'
                  ELSE b.end_state END AS state,
             b.size, n.total, n.waiting, n.running, n.finished, n.failed, n.cancelled, b.missing, b.registered_by, b.created_at,
             b.closed_at, b.expires_at, b.failed_at, b.ended_at, b.message
        FROM scheduler.job_batch b
             CROSS JOIN LATERAL (<counts>) n
      """
          .replace("<counts>", COUNTS);

  private final Statements statements;

  @Inject
  public JobBatchQueries(@Readers DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /** A page, the latest first, of batches before that number, or of all. */
  public RowPage list(@Nullable Long before, int size) {
    SqlText sql =
        new SqlText(SELECT)
            .and("b.number < :number_before", before)
            .then("ORDER BY b.number DESC LIMIT :limit", size + 1);
    return RowPage.of(statements.query(PURPOSE, sql, Row::of), size, "number");
  }

  public Optional<Row> find(String id) {
    return statements.find(PURPOSE, new SqlText(SELECT).and("b.id = :id", id), Row::of);
  }

  /** The jobs that wait, or have waited, for the batch or its failure, the newest first. */
  public List<Row> children(String id) {
    SqlText sql =
        new SqlText(
                """
                SELECT c.queue, c.job_id, p.on_failure, p.state AS parent_state, c.released_at
                  FROM scheduler.job_parent p JOIN scheduler.child_job c USING (fire_id)
                 WHERE p.batch = :id
                 ORDER BY c.registered_at DESC, c.queue, c.job_id
                 LIMIT :most
                """)
            .set("id", id)
            .set("most", JobFamily.MOST);
    return statements.query(PURPOSE, sql, Row::of);
  }
}
