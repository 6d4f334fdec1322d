package org.goodtiming.scheduler.operations.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * What a job waits for or has waited for: the ends of jobs, and of job batches; and the jobs that
 * were registered after it.
 *
 * @param parents those first that have not ended
 * @param children the newest first; at most {@link #MOST}, then any of them
 */
public record JobFamily(List<Parent> parents, List<ParentBatch> batches, List<JobKey> children) {

  /** A job that was not registered after anything, and after which none is. */
  public static final JobFamily NONE = new JobFamily(List.of(), List.of(), List.of());

  /** How many of each are read; a job has no more parents. */
  public static final int MOST = 1_000;

  /** Differs after each change; empty without parents and children. */
  public String tag() {
    return equals(NONE) ? "" : UUID.nameUUIDFromBytes(toString().getBytes(UTF_8)).toString();
  }

  /**
   * @param state of its run, or UNKNOWN; null if none is known yet
   * @param fireId of its run; null if none is known
   * @param message of its run; null if there is none
   */
  public record Parent(
      JobKey key, @Nullable String state, @Nullable String fireId, @Nullable String message) {

    static Parent of(ResultSet row) throws SQLException {
      return new Parent(
          new JobKey(row.getString("queue"), row.getString("job_id")),
          row.getString("state"),
          row.getString("run"),
          row.getString("message"));
    }
  }

  /**
   * @param onFailure whether the job waits for a failure of a member
   * @param state of the batch when the job was released; null until then
   */
  public record ParentBatch(String id, boolean onFailure, @Nullable String state) {

    static ParentBatch of(ResultSet row) throws SQLException {
      return new ParentBatch(
          row.getString("batch"), row.getBoolean("on_failure"), row.getString("state"));
    }
  }
}
