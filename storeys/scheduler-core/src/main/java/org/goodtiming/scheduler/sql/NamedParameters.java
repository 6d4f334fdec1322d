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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement's text as JDBC reads it, and whose values its parameters have.
 *
 * @param text with {@code ?} in place of each name
 * @param names in the order of the parameters
 */
record NamedParameters(String text, List<String> names) {

  /** Literals and comments are skipped, and so is the {@code ::} of a cast. */
  private static final Pattern PART =
      Pattern.compile("'[^']*+'|--[^\n]*+|::|:(?<name>[a-z][a-z0-9_]*+)|[^':?-]++|.");

  /** Enough for all texts of the scheduler, in which few have a literal. */
  private static final int MAX_KEPT = 1_000;

  private static final Map<String, NamedParameters> KEPT = new ConcurrentHashMap<>();

  /**
   * @throws IllegalStateException if a parameter has no name
   */
  static NamedParameters of(String text) {
    NamedParameters kept = KEPT.get(text);
    if (kept != null) {
      return kept;
    }
    NamedParameters read = read(text);
    if (KEPT.size() < MAX_KEPT) {
      KEPT.put(text, read);
    }
    return read;
  }

  private static NamedParameters read(String text) {
    StringBuilder read = new StringBuilder(text.length());
    List<String> names = new ArrayList<>();
    Matcher part = PART.matcher(text);
    while (part.find()) {
      if (part.group().equals("?")) {
        throw new IllegalStateException("a parameter has no name: " + text);
      }
      if (part.group("name") == null) {
        read.append(text, part.start(), part.end());
      } else {
        read.append('?');
        names.add(part.group("name"));
      }
    }
    return new NamedParameters(read.toString(), List.copyOf(names));
  }

  /**
   * @throws IllegalStateException unless the text has one parameter, in one or more places
   */
  String onlyName() {
    Set<String> different = Set.copyOf(names);
    if (different.size() != 1) {
      throw new IllegalStateException("not one parameter but %s: %s".formatted(different, text));
    }
    return names.get(0);
  }

  /**
   * Returns the values in the order of the parameters.
   *
   * @throws IllegalStateException if a parameter has no value, or a value no parameter
   */
  List<@Nullable Object> ordered(Map<String, @Nullable Object> values) {
    Set<String> wanted = Set.copyOf(names);
    if (!wanted.equals(values.keySet())) {
      throw new IllegalStateException(
          "the statement has the parameters %s, not %s".formatted(wanted, values.keySet()));
    }
    List<@Nullable Object> ordered = new ArrayList<>();
    names.forEach(name -> ordered.add(values.get(name)));
    return ordered;
  }

  void bind(PreparedStatement statement, Map<String, @Nullable Object> values) throws SQLException {
    int parameter = 1;
    for (Object value : ordered(values)) {
      bind(statement, parameter++, value);
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
