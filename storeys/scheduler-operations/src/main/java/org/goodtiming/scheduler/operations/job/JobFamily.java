package org.goodtiming.scheduler.operations.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * The jobs whose ends a job waits for or has waited for, and those that were registered after it.
 *
 * @param parents those first that have not ended
 * @param children the newest first; at most {@link #MOST}, then any of them
 */
public record JobFamily(List<Parent> parents, List<JobKey> children) {

  /** A job that was not registered after others, and after which none is. */
  public static final JobFamily NONE = new JobFamily(List.of(), List.of());

  /** How many of each are read; a job has no more parents. */
  public static final int MOST = 1_000;

  /**
   * @param state of its run, or UNKNOWN; null if none is known yet
   * @param fireId of its run; null if none is known
   */
  public record Parent(JobKey key, @Nullable String state, @Nullable String fireId) {

    static Parent of(ResultSet row) throws SQLException {
      return new Parent(
          new JobKey(row.getString("queue"), row.getString("job_id")),
          row.getString("state"),
          row.getString("run"));
    }
  }
}
