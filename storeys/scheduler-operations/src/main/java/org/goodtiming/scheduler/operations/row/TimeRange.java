package org.goodtiming.scheduler.operations.row;

import java.time.Instant;
import org.goodtiming.scheduler.sql.SqlText;
import org.jspecify.annotations.Nullable;

/**
 * Moments from one to another; null stands for any.
 *
 * @param before the first moment after the range
 */
public record TimeRange(@Nullable Instant from, @Nullable Instant before) {

  public static final TimeRange ANY = new TimeRange(null, null);

  /** Adds its conditions on a column. */
  public SqlText restrict(SqlText sql, String column) {
    String name = column.substring(column.indexOf('.') + 1);
    return sql.and(column + " >= :" + name + "_from", from)
        .and(column + " < :" + name + "_before", before);
  }
}
