package org.goodtiming.scheduler.operations;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads batch operations and their jobs, with the pool of readers. */
public final class BatchQueries {

  private static final String PURPOSE = "read batch operations";

  /** A stored count of one more than the maximum means "more". */
  static final String COLUMNS =
      """
      id, operation, state, queue, job_state, prefix, due_from, due_before, stage, code, due_at,
      least(counted, %1$d) AS counted, counted > %1$d AS more, done, refused, last_refusal,
      requested_by, requested_at, ended_at
      """
          .formatted(JobQueries.COUNT_CAP);

  private static final String SELECT = "SELECT " + COLUMNS + " FROM scheduler.batch_operation\n";

  private final Statements statements;
  private final JobQueries jobs;
  private final QuarantineQueries quarantine;

  public BatchQueries(DataSource dataSource, JobQueries jobs, QuarantineQueries quarantine) {
    statements = new Statements(dataSource);
    this.jobs = jobs;
    this.quarantine = quarantine;
  }

  /** How many jobs or rows it would change, counted up to {@link JobQueries#COUNT_CAP} and one. */
  public int count(BatchRequest request) {
    return request.verb().isOfJobs()
        ? jobs.count(request.filter().jobs(request.verb(), null))
        : quarantine.count(request.filter().rows());
  }

  /** A page, the latest operation first, of operations before that id, or of all. */
  public RowPage list(@Nullable Long before, int size) {
    SqlText sql =
        new SqlText(SELECT).and("id < ?", before).then("ORDER BY id DESC LIMIT ?", size + 1);
    return RowPage.of(statements.query(PURPOSE, sql, Row::of), size, "id");
  }

  public Optional<Row> find(long id) {
    SqlText sql = new SqlText(SELECT).and("id = ?", id);
    return statements.query(PURPOSE, sql, Row::of).stream().findFirst();
  }

  /** Those that have not ended, the oldest first. */
  List<BatchOperation> running() {
    SqlText sql =
        new SqlText(
            "SELECT * FROM scheduler.batch_operation WHERE state = 'running' ORDER BY id LIMIT 100");
    return statements.query(PURPOSE, sql, BatchOperation::of);
  }

  /** As far as it has come; empty if it has ended. */
  Optional<BatchOperation> running(long id) {
    SqlText sql =
        new SqlText("SELECT * FROM scheduler.batch_operation\n")
            .and("id = ?", id)
            .and("state = 'running'", true);
    return statements.query(PURPOSE, sql, BatchOperation::of).stream().findFirst();
  }

  /** What it does next. */
  BatchPage next(BatchOperation operation, int size) {
    BatchFilter filter = operation.filter();
    BatchVerb verb = operation.verb();
    return verb.isOfJobs()
        ? BatchPage.of(jobs.list(filter.jobs(verb, operation.requestedAt()), operation.job(), size))
        : BatchPage.of(quarantine.list(filter.rows(), operation.row(), size));
  }
}
