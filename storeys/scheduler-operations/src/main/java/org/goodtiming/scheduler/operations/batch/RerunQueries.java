package org.goodtiming.scheduler.operations.batch;

import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.job.JobCount;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.row.TimeRange;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Finds the runs that a batch operation runs again, or cancels, with the pool of readers. */
final class RerunQueries {

  private static final String PURPOSE = "read ended runs";

  // The runs of one job use the same job id, so only the latest one can be run again.
  // Each run of a schedule is another piece of work.
  private static final String IS_LAST =
      """
      (e.planned_run IS NOT NULL
            OR NOT EXISTS (SELECT FROM scheduler.execution l
                            WHERE l.queue = e.queue AND l.job_id = e.job_id AND l.submitted_at > e.submitted_at))
      """;

  private static final String IS_NOT_DONE =
      "NOT EXISTS (SELECT FROM scheduler.execution a WHERE a.run_again_of = e.fire_id)";

  private static final String OF_ANY =
      "SELECT e.fire_id, e.queue, e.job_id, e.ended_at AS moment FROM scheduler.execution e\n";

  private static final String OF_BATCH =
      "SELECT e.fire_id, e.queue, e.job_id, e.submitted_at AS moment FROM scheduler.execution e\n";

  private final Statements statements;

  RerunQueries(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /** Selects all runs that it chooses. */
  static SqlText all(BatchFilter filter) {
    return filtered(new SqlText("SELECT FROM scheduler.execution e\n"), filter, null);
  }

  /** Selects all runs of its job batch that have not ended. */
  static SqlText allOpen(BatchFilter filter) {
    return open(new SqlText("SELECT FROM scheduler.execution e\n"), filter);
  }

  /** How many runs it chooses, counted up to {@link JobQueries#COUNT_CAP} and one. */
  int count(BatchFilter filter) {
    return count(filtered(new SqlText("SELECT 1 FROM scheduler.execution e\n"), filter, null));
  }

  /** How many runs of its job batch have not ended, counted likewise. */
  int countOpen(BatchFilter filter) {
    return count(open(new SqlText("SELECT 1 FROM scheduler.execution e\n"), filter));
  }

  private int count(SqlText runs) {
    SqlText inner = runs.then("LIMIT :limit", JobCount.CAP + 1);
    return statements
        .query(PURPOSE, inner.inside("SELECT count(*) FROM (", ") found"), row -> row.getInt(1))
        .get(0);
  }

  /** Runs of its job batch that are not cancelled yet, like {@link #list}. */
  List<FoundRun> listOpen(BatchFilter filter, BatchCursor after, int size) {
    return statements.query(PURPOSE, pageOfOpen(filter, after, size), FoundRun::of);
  }

  static SqlText pageOfOpen(BatchFilter filter, BatchCursor after, int size) {
    return page(open(new SqlText(OF_BATCH), filter), true, after, size);
  }

  private static SqlText open(SqlText sql, BatchFilter filter) {
    return sql.and("e.ended_at IS NULL AND e.cancel_requested_at IS NULL", true)
        .and("e.batch = :batch", filter.chosenRuns().batch())
        .and("e.queue = :queue", filter.queue());
  }

  /**
   * Those after a position, one more than the size if others follow.
   *
   * @param requestedAt runs that ended since then are not chosen, so that none runs for ever; null
   *     for all
   */
  List<FoundRun> list(
      BatchFilter filter, @Nullable Instant requestedAt, BatchCursor after, int size) {
    return statements.query(PURPOSE, page(filter, requestedAt, after, size), FoundRun::of);
  }

  static SqlText page(
      BatchFilter filter, @Nullable Instant requestedAt, BatchCursor after, int size) {
    boolean ofBatch = filter.chosenRuns().batch() != null;
    SqlText sql = new SqlText(ofBatch ? OF_BATCH : OF_ANY);
    return page(filtered(sql, filter, requestedAt), ofBatch, after, size);
  }

  /**
   * The members of a batch come in the order of their index; otherwise each page sorts them all.
   */
  private static SqlText page(SqlText sql, boolean ofBatch, BatchCursor after, int size) {
    if (after.fireId() != null) {
      sql.and(
              ofBatch
                  ? "(e.submitted_at, e.fire_id) > (:after_moment, :after_fire_id)"
                  : "(e.queue, e.ended_at, e.fire_id) > (:after_queue, :after_moment, :after_fire_id)",
              true)
          .set("after_moment", after.moment())
          .set("after_fire_id", after.fireId());
      if (!ofBatch) {
        sql.set("after_queue", after.queue());
      }
    }
    String order = ofBatch ? "e.submitted_at, e.fire_id" : "e.queue, e.ended_at, e.fire_id";
    return sql.then("ORDER BY " + order + " LIMIT :limit", size + 1);
  }

  private static SqlText filtered(SqlText sql, BatchFilter filter, @Nullable Instant requestedAt) {
    RunFilter runs = filter.chosenRuns();
    sql.and("e.ended_at IS NOT NULL", true)
        .and("e.queue = :queue", filter.queue())
        .and("e.batch = :batch", runs.batch())
        .and("starts_with(e.job_id, :job_id_prefix)", filter.prefix())
        .and("e.state = ANY (string_to_array(:states, ','))", runs.label());
    new TimeRange(runs.from(), runs.before()).restrict(sql, "e.ended_at");
    return sql.and("e.ended_at < :requested_at", requestedAt)
        .and(IS_LAST, true)
        .and(IS_NOT_DONE, true);
  }
}
