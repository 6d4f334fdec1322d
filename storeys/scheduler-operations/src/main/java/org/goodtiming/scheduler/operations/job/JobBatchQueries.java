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

  private static final String PURPOSE = "read job batches";

  private static final String SELECT = "SELECT * FROM scheduler.job_batch_status b";

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
