package org.goodtiming.scheduler.sql;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * A statement and the values of its parameters, which are never part of the text. A parameter is
 * {@code :name}; a condition that depends on a filter has a {@code ?}, whose value comes with it.
 */
public final class SqlText {

  private final StringBuilder text;
  private final List<@Nullable Object> conditionValues = new ArrayList<>();
  private final Map<String, @Nullable Object> named = new HashMap<>();
  private boolean hasCondition;

  public SqlText(String beginning, @Nullable Object... values) {
    text = new StringBuilder(beginning);
    conditionValues.addAll(Arrays.asList(values));
  }

  /** The value of each {@code :name}; a duration or an enum is a text, to be cast. */
  public SqlText set(String name, @Nullable Object value) {
    named.put(name, value);
    return this;
  }

  /**
   * A column of the rows as {@code text[]}, or {@code bytea[]} if its values are bytes, in the
   * order of the rows; a column without values as an empty array, which {@code unnest} fills up
   * with nulls.
   */
  public <T> SqlText set(
      String name,
      Collection<? extends T> rows,
      Function<? super T, ? extends @Nullable Object> column) {
    return set(name, TextArrays.of(rows, column));
  }

  /** The keys as {@code :queues} and {@code :job_ids}. */
  public SqlText setKeys(Collection<JobKey> keys) {
    return set("queues", keys, JobKey::queue).set("job_ids", keys, JobKey::jobId);
  }

  /** Adds a condition with one parameter, unless the value is null. */
  public SqlText and(String condition, @Nullable Object value) {
    if (value != null) {
      and(condition, true);
      conditionValues.add(value);
    }
    return this;
  }

  /** Adds a condition if it is wanted. */
  public SqlText and(String condition, boolean wanted) {
    if (wanted) {
      text.append(hasCondition ? "   AND " : " WHERE ").append(condition).append('\n');
      hasCondition = true;
    }
    return this;
  }

  public SqlText and(String condition, Object first, Object... further) {
    and(condition, first);
    conditionValues.addAll(List.of(further));
    return this;
  }

  /** Adds the text after the conditions. */
  public SqlText then(String end, Object parameter) {
    text.append(' ').append(end);
    conditionValues.add(parameter);
    return this;
  }

  public SqlText inside(String before, String after) {
    text.insert(0, before).append(after);
    return this;
  }

  /** Both as one statement, which {@link #inside} may order. */
  public SqlText unionAll(SqlText other) {
    text.insert(0, '(').append(")\nUNION ALL\n(").append(other.text).append(')');
    conditionValues.addAll(other.conditionValues);
    named.putAll(other.named);
    return this;
  }

  /** The statement as JDBC reads it. */
  public String text() {
    return named.isEmpty() ? text.toString() : NamedParameters.of(text.toString()).text();
  }

  /**
   * @throws IllegalStateException if a parameter has no value, or a value no parameter
   */
  public void bind(PreparedStatement statement) throws SQLException {
    List<@Nullable Object> values =
        named.isEmpty()
            ? conditionValues
            : NamedParameters.of(text.toString()).values(named, conditionValues);
    for (int i = 0; i < values.size(); i++) {
      bind(statement, i + 1, values.get(i));
    }
  }

  private static void bind(PreparedStatement statement, int parameter, @Nullable Object value)
      throws SQLException {
    if (value instanceof Object[] column) {
      statement.setArray(parameter, array(statement.getConnection(), column));
    } else if (value instanceof Instant instant) {
      statement.setObject(parameter, OffsetDateTime.ofInstant(instant, ZoneOffset.UTC));
    } else if (value instanceof Duration || value instanceof Enum) {
      statement.setString(parameter, value.toString());
    } else {
      statement.setObject(parameter, value);
    }
  }

  private static Array array(Connection connection, Object[] column) throws SQLException {
    return Arrays.stream(column).anyMatch(byte[].class::isInstance)
        ? connection.createArrayOf("bytea", Arrays.copyOf(column, column.length, byte[][].class))
        : connection.createArrayOf("text", column);
  }
}
