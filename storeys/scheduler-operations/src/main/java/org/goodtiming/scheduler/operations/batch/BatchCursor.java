package org.goodtiming.scheduler.operations.batch;

import static java.util.Objects.requireNonNull;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.UUID;
import org.goodtiming.scheduler.operations.job.JobPosition;
import org.jspecify.annotations.Nullable;

/**
 * How far a batch operation has come, as table batch_operation stores it. Columns that the order of
 * its list does not have are null.
 *
 * @param moment when the job may be dispatched, or when the run ended or was submitted
 * @param id of the job, or of the row of the quarantine
 */
public record BatchCursor(
    @Nullable String queue, @Nullable Instant moment, @Nullable Long id, @Nullable UUID fireId) {

  /** The cursor at the beginning, and after an empty page. */
  public static final BatchCursor NONE = new BatchCursor(null, null, null, null);

  static BatchCursor of(JobPosition job) {
    return new BatchCursor(job.queue(), job.eligibleAt(), job.id(), null);
  }

  static BatchCursor of(FoundRun run) {
    return new BatchCursor(run.key().queue(), run.moment(), null, run.fireId());
  }

  static BatchCursor ofRow(long id) {
    return new BatchCursor(null, null, id, null);
  }

  static BatchCursor of(ResultSet row) throws SQLException {
    long id = row.getLong("cursor_id");
    Long idOrNull = row.wasNull() ? null : Long.valueOf(id);
    Timestamp moment = row.getTimestamp("cursor_eligible_at");
    String fireId = row.getString("cursor_fire_id");
    return new BatchCursor(
        row.getString("cursor_queue"),
        moment == null ? null : moment.toInstant(),
        idOrNull,
        fireId == null ? null : UUID.fromString(fireId));
  }

  /** The last job that is done; null at the beginning. */
  @Nullable JobPosition job() {
    return id == null
        ? null
        : new JobPosition(requireNonNull(queue), requireNonNull(moment), id, null);
  }
}
