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
import java.util.Objects;
import java.util.function.Function;
import org.goodtiming.scheduler.api.JobKey;
import org.jspecify.annotations.Nullable;

/**
 * A statement and the values of its parameters, which are never part of the text. A parameter is
 * {@code :name}; where a part of a statement comes with a value, the part has one parameter.
 */
public final class SqlText {

  private final StringBuilder text;
  private final List<@Nullable Object> conditionValues = new ArrayList<>();
  private final Map<String, @Nullable Object> named = new HashMap<>();
  private boolean hasCondition;

  public SqlText(String beginning, @Nullable Object... values) {
    text = new StringBuilder(beginning);
    if (values.length == 1) {
      setOnly(beginning, values[0]);
    } else {
      conditionValues.addAll(Arrays.asList(values));
    }
  }

  private void setOnly(String part, @Nullable Object value) {
    if (NamedParameters.of(part).names().contains("")) {
      conditionValues.add(value);
    } else {
      set(NamedParameters.of(part).onlyName(), value);
    }
  }

  /** The value of each {@code :name}; a duration or an enum is a text, to be cast. */
  public SqlText set(String name, @Nullable Object value) {
    if (named.containsKey(name) && !Objects.equals(named.get(name), value)) {
      throw new IllegalStateException("parameter :" + name + " has two values");
    }
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

  /** The key as {@code :queue} and {@code :job_id}. */
  public SqlText setKey(JobKey key) {
    return set("queue", key.queue()).set("job_id", key.jobId());
  }

  /** The keys as {@code :queues} and {@code :job_ids}. */
  public SqlText setKeys(Collection<JobKey> keys) {
    return set("queues", keys, JobKey::queue).set("job_ids", keys, JobKey::jobId);
  }

  /** Adds a condition with one parameter, unless the value is null. */
  public SqlText and(String condition, @Nullable Object value) {
    if (value != null) {
      and(condition, true);
      setOnly(condition, value);
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
    setOnly(end, parameter);
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
    other.named.forEach(this::set);
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
