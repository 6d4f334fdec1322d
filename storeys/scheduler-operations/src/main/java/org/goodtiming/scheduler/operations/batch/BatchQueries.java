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
import org.goodtiming.scheduler.operations.job.JobFilter;
import org.goodtiming.scheduler.operations.job.JobOrder;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.job.JobView;
import org.goodtiming.scheduler.operations.job.Move;
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
      due_offset, property, job_batch,
      least(counted, %1$d) AS counted, counted > %1$d AS more, estimate, schedules, done, refused, last_refusal, %2$s,
      CASE WHEN state = 'finished' AND counted <= %1$d THEN greatest(counted - done - refused, 0) END AS gone,
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

  /** How many jobs, rows or runs it would change, counted up to {@link JobCount#CAP} and one. */
  public int count(BatchRequest request) {
    BatchFilter filter = request.filter();
    return switch (request.verb().subject()) {
      case JOBS -> jobs.count(filter.jobs(request.verb(), null), filter.content());
      case QUARANTINE -> quarantine.count(filter.rows());
      case ENDED_RUNS -> runs.count(filter);
      case OPEN_RUNS -> runs.countOpen(filter);
    };
  }

  /**
   * How many jobs, rows or runs the database expects by its latest statistics, which do not know
   * what jobs contain; null if these do not expect more than are counted.
   */
  public @Nullable Long estimate(BatchRequest request, int counted) {
    BatchFilter filter = request.filter();
    if (counted <= JobCount.CAP || filter.property() != null) {
      return null;
    }
    SqlText sql =
        switch (request.verb().subject()) {
          case JOBS -> JobQueries.all(filter.jobs(request.verb(), null));
          case QUARANTINE -> QuarantineQueries.all(filter.rows());
          case ENDED_RUNS -> RerunQueries.all(filter);
          case OPEN_RUNS -> RerunQueries.allOpen(filter);
        };
    long rows = RowEstimates.of(statements, PURPOSE, sql).stream().mapToLong(Long::longValue).sum();
    return rows > JobCount.CAP ? rows : null;
  }

  /**
   * What it would change, without changing it.
   *
   * @param login of its user
   */
  public BatchPreview preview(BatchRequest request, String login) {
    Instant now =
        statements
            .query(PURPOSE, new SqlText("SELECT clock_timestamp()"), row -> row.getTimestamp(1))
            .get(0)
            .toInstant();
    int counted = count(request);
    return new BatchPreview(
        counted,
        estimate(request, counted),
        samples(request, now),
        request.verb().leavesNextRuns()
            ? jobs.schedules(request.filter().nextRuns(), request.filter().content())
            : List.of(),
        request.move() == null ? null : dueAtOnce(request, request.move(), now),
        request.verb().needsGrant() ? withoutGrant(request, login) : List.of(),
        request.verb() == BatchVerb.RESUBMIT
            ? quarantine.countRunAgain(request.filter().rows())
            : 0);
  }

  private List<Row> samples(BatchRequest request, Instant now) {
    BatchFilter filter = request.filter();
    return switch (request.verb().subject()) {
      case JOBS ->
          jobs.first(filter.jobs(request.verb(), null), filter.content(), SAMPLES).stream()
              .map(job -> sample(job, request.move(), now))
              .toList();
      case QUARANTINE -> quarantine.list(filter.rows(), null, SAMPLES).rows();
      case ENDED_RUNS -> samples(runs.list(filter, null, BatchCursor.NONE, SAMPLES));
      case OPEN_RUNS -> samples(runs.listOpen(filter, BatchCursor.NONE, SAMPLES));
    };
  }

  private static List<Row> samples(List<FoundRun> runs) {
    return runs.stream().limit(SAMPLES).map(run -> new Row(named(run.key()), null)).toList();
  }

  private static Row sample(JobView job, @Nullable Move move, Instant now) {
    Map<String, Object> values = named(job.key());
    if (move != null) {
      Move.Times before = new Move.Times(job.dueAt(), job.eligibleAt());
      values.put("dueAt", job.dueAt());
      values.put("newDueAt", move.of(before, now).dueAt());
    }
    return new Row(values, null);
  }

  private static Map<String, Object> named(JobKey key) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("queue", key.queue());
    values.put("jobId", key.jobId());
    return values;
  }

  private int dueAtOnce(BatchRequest request, Move move, Instant now) {
    BatchFilter filter = request.filter().dueBefore(move.dueAtOnceBefore(now));
    return jobs.count(filter.jobs(request.verb(), null), filter.content());
  }

  private List<Row> withoutGrant(BatchRequest request, String login) {
    SqlText sql =
        new SqlText(
                """
                SELECT q.name FROM scheduler.worker_queue q
                """)
            .and("q.name = :queue", request.filter().queue())
            .and(
                "NOT EXISTS (SELECT FROM scheduler.registration_grant g WHERE g.login = :login AND g.queue IN (q.name, '*'))",
                true)
            .set("login", login)
            .then("ORDER BY q.name LIMIT :limit", 1_000);
    return statements.query(PURPOSE, sql, row -> row.getString(1)).stream()
        .map(queue -> refused(queue, count(request.of(queue))))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Row> refused(String queue, int counted) {
    if (counted == 0) {
      return Optional.empty();
    }
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("queue", queue);
    values.put("counted", Math.min(counted, JobCount.CAP));
    values.put("more", counted > JobCount.CAP);
    return Optional.of(new Row(values, null));
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
      case JOBS -> {
        JobFilter waiting = filter.jobs(verb, requestedAt);
        yield BatchPage.of(
            filter.property() == null
                ? jobs.list(waiting, end.job(), size)
                : jobs.search(waiting, filter.content(), JobOrder.DUE, end.job(), size));
      }
      case QUARANTINE -> BatchPage.of(quarantine.list(filter.rows(), end.id(), size));
      case ENDED_RUNS -> BatchPage.of(runs.list(filter, requestedAt, end, size), size);
      case OPEN_RUNS -> BatchPage.of(runs.listOpen(filter, end, size), size);
    };
  }
}
