package org.goodtiming.scheduler.quartz;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Job data as values of JSON. */
final class JobData {
  private JobData() {}

  /**
   * The same map with dates as ISO 8601 text.
   *
   * @throws ImportException if it holds an object that JSON cannot say
   */
  static Map<String, @Nullable Object> plain(Map<?, ?> data) {
    Map<String, @Nullable Object> plain = new LinkedHashMap<>();
    data.forEach((name, value) -> plain.put(String.valueOf(name), value(name, value)));
    return plain;
  }

  // Holds nulls, too
  private static List<@Nullable Object> list(Object name, Collection<?> values) {
    List<@Nullable Object> plain = new ArrayList<>();
    values.forEach(value -> plain.add(value(name, value)));
    return plain;
  }

  private static @Nullable Object value(Object name, @Nullable Object value) {
    if (value == null
        || value instanceof String
        || value instanceof Number
        || value instanceof Boolean) {
      return value;
    }
    if (value instanceof Date date) {
      return date.toInstant().toString();
    }
    if (value instanceof Character || value instanceof Enum<?>) {
      return value.toString();
    }
    if (value instanceof Collection<?> many) {
      return list(name, many);
    }
    if (value instanceof Map<?, ?> map) {
      return plain(map);
    }
    throw new ImportException(
        "its data '%s' is an object of %s: only text, numbers, booleans, dates, lists and maps can be imported"
            .formatted(name, value.getClass()));
  }
}
