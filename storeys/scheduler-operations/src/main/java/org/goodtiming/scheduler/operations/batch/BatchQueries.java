package org.goodtiming.scheduler.operations.batch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.operations.job.JobCount;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.row.RowPage;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.RowEstimates;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Reads batch operations and their jobs, rows and runs, with the pool of readers. */
@Singleton
public final class BatchQueries {

  static final String ANY_RUNNING =
      "EXISTS (SELECT FROM scheduler.batch_operation WHERE state = 'running')";

  private static final String PURPOSE = "read batch operations";

  private static final int SAMPLES = 5;

  /** A list has only some of them. */
  private static final String FEW_REFUSALS = "refusals[1:3] AS refusals";

  /** A stored count of one more than the maximum means "more". */
  static final String COLUMNS =
      """
      id, operation, state, queue, job_state, prefix, due_from, due_before, stage, code, run_state, ended_from, ended_before, due_at,
      least(counted, %1$d) AS counted, counted > %1$d AS more, estimate, schedules, done, refused, last_refusal, %2$s,
      requested_by, requested_at, ended_at
      """
          .formatted(JobCount.CAP, FEW_REFUSALS);

  private static final String SELECT = "SELECT " + COLUMNS + " FROM scheduler.batch_operation\n";

  private final Statements statements;
  private final JobQueries jobs;
  private final QuarantineQueries quarantine;
  private final RerunQueries runs;

  @Inject
  public BatchQueries(
      @Readers DataSource dataSource, JobQueries jobs, QuarantineQueries quarantine) {
    statements = Statements.forClients(dataSource);
    this.jobs = jobs;
    this.quarantine = quarantine;
    runs = new RerunQueries(dataSource);
  }

  /**
   * How many jobs, rows or runs it would change, counted up to {@link JobQueries#COUNT_CAP} and
   * one.
   */
  public int count(BatchRequest request) {
    BatchFilter filter = request.filter();
    return switch (request.verb().subject()) {
      case JOBS -> jobs.count(filter.jobs(request.verb(), null));
      case QUARANTINE -> quarantine.count(filter.rows());
      case ENDED_RUNS -> runs.count(filter);
    };
  }

  /**
   * How many jobs, rows or runs the database expects by its latest statistics; null if these do not
   * expect more than are counted.
   */
  public @Nullable Long estimate(BatchRequest request) {
    BatchFilter filter = request.filter();
    SqlText sql =
        switch (request.verb().subject()) {
          case JOBS -> JobQueries.all(filter.jobs(request.verb(), null));
          case QUARANTINE -> QuarantineQueries.all(filter.rows());
          case ENDED_RUNS -> RerunQueries.all(filter);
        };
    long rows = RowEstimates.of(statements, PURPOSE, sql).stream().mapToLong(Long::longValue).sum();
    return rows > JobCount.CAP ? rows : null;
  }

  /** The first of those that it would change. */
  public List<Row> samples(BatchRequest request) {
    BatchFilter filter = request.filter();
    return switch (request.verb().subject()) {
      case JOBS ->
          jobs.list(filter.jobs(request.verb(), null), null, SAMPLES).jobs().stream()
              .map(job -> sample(job.key()))
              .toList();
      case QUARANTINE -> quarantine.list(filter.rows(), null, SAMPLES).rows();
      case ENDED_RUNS ->
          runs.list(filter, null, BatchCursor.NONE, SAMPLES).stream()
              .limit(SAMPLES)
              .map(run -> sample(run.key()))
              .toList();
    };
  }

  private static Row sample(JobKey key) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("queue", key.queue());
    values.put("jobId", key.jobId());
    return new Row(values, null);
  }

  /** The schedules whose next runs match: a cancel ends them, or leaves them alone. */
  public List<JobKey> schedules(BatchRequest request) {
    return request.verb() == BatchVerb.CANCEL
        ? jobs.schedules(request.filter().nextRuns())
        : List.of();
  }

  /** A page, the latest operation first, of operations before that id, or of all. */
  public RowPage list(@Nullable Long before, int size) {
    SqlText sql =
        new SqlText(SELECT)
            .and("id < :id_before", before)
            .then("ORDER BY id DESC LIMIT :limit", size + 1);
    return RowPage.of(statements.query(PURPOSE, sql, Row::of), size, "id");
  }

  public Optional<Row> find(long id) {
    SqlText sql = new SqlText(SELECT.replace(FEW_REFUSALS, "refusals")).and("id = :id", id);
    return statements.find(PURPOSE, sql, Row::of);
  }

  /** Those that have not ended, the oldest first. */
  public List<BatchOperation> running() {
    SqlText sql =
        new SqlText(
            "SELECT * FROM scheduler.batch_operation WHERE state = 'running' ORDER BY id LIMIT 100");
    return statements.query(PURPOSE, sql, BatchOperation::of);
  }

  /** The operation with its progress; empty if it has ended. */
  public Optional<BatchOperation> running(long id) {
    SqlText sql =
        new SqlText("SELECT * FROM scheduler.batch_operation\n")
            .and("id = :id", id)
            .and("state = 'running'", true);
    return statements.find(PURPOSE, sql, BatchOperation::of);
  }

  /** The next targets of the operation. */
  public BatchPage next(BatchOperation operation, int size) {
    BatchFilter filter = operation.filter();
    BatchVerb verb = operation.verb();
    BatchCursor end = operation.end();
    Instant requestedAt = operation.requestedAt();
    return switch (verb.subject()) {
      case JOBS -> BatchPage.of(jobs.list(filter.jobs(verb, requestedAt), end.job(), size));
      case QUARANTINE -> BatchPage.of(quarantine.list(filter.rows(), end.id(), size));
      case ENDED_RUNS -> BatchPage.of(runs.list(filter, requestedAt, end, size), size);
    };
  }
}
