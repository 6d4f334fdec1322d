package org.goodtiming.scheduler.job;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement whose conditions depend on the filters; values are always parameters. */
public final class SqlText {

  private final StringBuilder text;
  private final List<@Nullable Object> parameters = new ArrayList<>();
  private boolean hasCondition;

  public SqlText(String beginning, @Nullable Object... values) {
    text = new StringBuilder(beginning);
    parameters.addAll(Arrays.asList(values));
  }

  /** Adds a condition with one parameter, unless the value is null. */
  public SqlText and(String condition, @Nullable Object value) {
    if (value != null) {
      and(condition, true);
      parameters.add(value);
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
    parameters.addAll(List.of(further));
    return this;
  }

  /** Adds the text after the conditions. */
  public SqlText then(String end, Object parameter) {
    text.append(' ').append(end);
    parameters.add(parameter);
    return this;
  }

  public SqlText inside(String before, String after) {
    text.insert(0, before).append(after);
    return this;
  }

  /** Both as one statement, which {@link #inside} may order. */
  public SqlText unionAll(SqlText other) {
    text.insert(0, '(').append(")\nUNION ALL\n(").append(other.text).append(')');
    parameters.addAll(other.parameters);
    return this;
  }

  public String text() {
    return text.toString();
  }

  public void bind(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < parameters.size(); i++) {
      statement.setObject(i + 1, parameters.get(i));
    }
  }
}
