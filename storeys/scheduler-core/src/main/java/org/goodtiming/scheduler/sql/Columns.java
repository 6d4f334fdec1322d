package org.goodtiming.scheduler.sql;

import static java.util.Objects.requireNonNull;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/** Reads values of a row. */
public final class Columns {

  private Columns() {}

  /** A time that is not null. */
  public static Instant instant(ResultSet row, String column) throws SQLException {
    return requireNonNull(instantOrNull(row, column), column);
  }

  public static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
    Timestamp moment = row.getTimestamp(column);
    return moment == null ? null : moment.toInstant();
  }

  /** Column {@code fire_id}, which is not null. */
  public static UUID fireId(ResultSet row) throws SQLException {
    return UUID.fromString(row.getString("fire_id"));
  }

  /** Columns {@code queue} and {@code job_id}. */
  public static JobKey key(ResultSet row) throws SQLException {
    return new JobKey(row.getString("queue"), row.getString("job_id"));
  }
}
