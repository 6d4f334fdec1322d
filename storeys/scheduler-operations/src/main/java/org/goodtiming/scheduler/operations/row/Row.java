package org.goodtiming.scheduler.operations.row;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A row as clients see it.
 *
 * @param values by the names of the columns in camel case, in their order, without those that are
 *     null; times are instants, arrays are lists
 * @param tag of this state of the row; null if the query does not have it
 */
public record Row(Map<String, Object> values, @Nullable String tag) {

  /** The column that is no value of the row. */
  static final String TAG = "etag";

  private static final Pattern NEXT_WORD = Pattern.compile("_([a-z])");

  public static Row of(ResultSet row) throws SQLException {
    ResultSetMetaData columns = row.getMetaData();
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      Object value = value(row.getObject(i), row, i);
      if (value != null) {
        values.put(camelCase(columns.getColumnLabel(i)), value);
      }
    }
    Object tag = values.remove(TAG);
    return new Row(values, tag == null ? null : tag.toString());
  }

  /**
   * Moves the columns whose names begin with this name to a nested row; omits the nested row if all
   * of them are null.
   */
  public Row nested(String name) {
    Map<String, Object> outer = new LinkedHashMap<>();
    Map<String, Object> inner = new LinkedHashMap<>();
    values.forEach(
        (column, value) -> {
          if (column.startsWith(name) && column.length() > name.length()) {
            inner.put(decapitalized(column.substring(name.length())), value);
          } else {
            outer.put(column, value);
          }
        });
    if (!inner.isEmpty()) {
      outer.put(name, new Row(inner, null));
    }
    return new Row(outer, tag);
  }

  private static String decapitalized(String name) {
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  /** The number in a non-null column. */
  public long number(String name) {
    return ((Number) Objects.requireNonNull(values.get(name))).longValue();
  }

  /** The text of a non-null column. */
  public String text(String name) {
    return Objects.requireNonNull(values.get(name)).toString();
  }

  private static @Nullable Object value(@Nullable Object value, ResultSet row, int column)
      throws SQLException {
    if (value instanceof Timestamp moment) {
      return moment.toInstant();
    }
    return value instanceof Array ? List.of((Object[]) row.getArray(column).getArray()) : value;
  }

  /** The name by which {@link #values} has the column. */
  public static String camelCase(String column) {
    return NEXT_WORD.matcher(column).replaceAll(Row::capital);
  }

  private static String capital(MatchResult word) {
    return word.group(1).toUpperCase(Locale.ROOT);
  }
}
