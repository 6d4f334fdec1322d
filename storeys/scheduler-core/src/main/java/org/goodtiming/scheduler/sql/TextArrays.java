package org.goodtiming.scheduler.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Function;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/** Binds many rows to a statement, one array for each column, as {@code unnest} reads them. */
public final class TextArrays {

  private static final Object[] NONE = {};

  private TextArrays() {}

  /**
   * Binds one column of the rows as {@code text[]}, in the order of the rows; a column without
   * values as an empty array, which {@code unnest} fills up with nulls.
   */
  public static <T> void set(
      PreparedStatement statement,
      int parameter,
      Collection<? extends T> rows,
      Function<? super T, ? extends @Nullable Object> column)
      throws SQLException {
    statement.setArray(
        parameter, statement.getConnection().createArrayOf("text", of(rows, column)));
  }

  static <T> @Nullable Object[] of(
      Collection<? extends T> rows, Function<? super T, ? extends @Nullable Object> column) {
    @Nullable Object[] values = rows.stream().map(column).toArray();
    return Arrays.stream(values).allMatch(Objects::isNull) ? NONE : values;
  }

  /**
   * Binds the queues of the keys, and their job ids.
   *
   * @param first the parameter of the queues; that of the job ids follows
   */
  public static void setKeys(PreparedStatement statement, int first, Collection<JobKey> keys)
      throws SQLException {
    set(statement, first, keys, JobKey::queue);
    set(statement, first + 1, keys, JobKey::jobId);
  }
}
