package org.goodtiming.scheduler.job.claim;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.sql.SqlText;

/**
 * How a worker queue chooses jobs by key.
 *
 * @param property whose value is the key
 * @param limit of the runs of each key, 0 if there is none
 */
record KeyRule(String queue, String property, int limit, boolean isFair) {

  // A key of another property, or none, is that of a job that was stored before the queue named it
  private static final String JOB =
      """
      j.id, j.xmin::text AS version, j.fire_id, j.eligible_at, j.priority,
      CASE WHEN starts_with(j.share_key, :property || '=') THEN j.share_key
           ELSE scheduler.share_key(:property, j.group_key, j.properties) END AS key
      """;

  static KeyRule of(ResultSet row) throws SQLException {
    return new KeyRule(
        row.getString("name"),
        row.getString("key_property"),
        row.getInt("max_concurrent_runs_per_key"),
        row.getBoolean("fair_shares"));
  }

  /** A statement for jobs of the queue, with {@code <job>} for the columns of {@link #job}. */
  SqlText sql(String statement) {
    return new SqlText(statement.replace("<job>", JOB))
        .set("queue", queue)
        .set("property", property);
  }

  static DueJob job(ResultSet row) throws SQLException {
    return new DueJob(
        row.getLong("id"),
        row.getString("version"),
        UUID.fromString(row.getString("fire_id")),
        row.getString("key"),
        JobStore.instant(row, "eligible_at"),
        row.getInt("priority"));
  }

  /** Before all keys of the property, whose name has no such character. */
  String first() {
    return property + "<";
  }

  /** Behind all keys of the property. */
  String end() {
    return property + ">";
  }
}
