package org.goodtiming.scheduler.sql;

import java.util.Collection;
import java.util.HashMap;
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
  private final Map<String, @Nullable Object> values = new HashMap<>();
  private boolean hasCondition;

  public SqlText(String beginning) {
    text = new StringBuilder(beginning);
  }

  /** A statement with one parameter. */
  public SqlText(String beginning, @Nullable Object value) {
    this(beginning);
    setOnly(beginning, value);
  }

  /** The value of each {@code :name}; a duration or an enum is a text, to be cast. */
  public SqlText set(String name, @Nullable Object value) {
    if (values.containsKey(name) && !Objects.equals(values.get(name), value)) {
      throw new IllegalStateException("parameter :" + name + " has two values");
    }
    values.put(name, value);
    return this;
  }

  private void setOnly(String part, @Nullable Object value) {
    set(NamedParameters.of(part).onlyName(), value);
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

  /** Joins both into a single statement, which {@link #inside} may order. */
  public SqlText unionAll(SqlText other) {
    text.insert(0, '(').append(")\nUNION ALL\n(").append(other.text).append(')');
    other.values.forEach(this::set);
    return this;
  }

  NamedParameters parameters() {
    return NamedParameters.of(text.toString());
  }

  Map<String, @Nullable Object> values() {
    return values;
  }
}
