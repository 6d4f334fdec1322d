package org.goodtiming.scheduler.operations;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement whose conditions depend on the filters; values are always parameters. */
final class SqlText {

  private final StringBuilder text;
  private final List<@Nullable Object> parameters = new ArrayList<>();
  private boolean hasCondition;

  SqlText(String beginning, @Nullable Object... values) {
    text = new StringBuilder(beginning);
    parameters.addAll(Arrays.asList(values));
  }

  /** Adds a condition with one parameter, unless the value is null. */
  SqlText and(String condition, @Nullable Object value) {
    if (value != null) {
      and(condition, true);
      parameters.add(value);
    }
    return this;
  }

  /** Adds a condition if it is wanted. */
  SqlText and(String condition, boolean wanted) {
    if (wanted) {
      text.append(hasCondition ? "   AND " : " WHERE ").append(condition).append('\n');
      hasCondition = true;
    }
    return this;
  }

  SqlText and(String condition, Object first, Object... further) {
    and(condition, first);
    parameters.addAll(List.of(further));
    return this;
  }

  /** Adds the text after the conditions. */
  SqlText then(String end, Object parameter) {
    text.append(' ').append(end);
    parameters.add(parameter);
    return this;
  }

  SqlText inside(String before, String after) {
    text.insert(0, before).append(after);
    return this;
  }

  String text() {
    return text.toString();
  }

  void bind(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < parameters.size(); i++) {
      statement.setObject(i + 1, parameters.get(i));
    }
  }
}
