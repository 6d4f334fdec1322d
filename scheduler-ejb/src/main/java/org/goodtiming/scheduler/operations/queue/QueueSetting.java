package org.goodtiming.scheduler.operations.queue;

import static java.util.stream.Collectors.joining;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.goodtiming.scheduler.operations.row.Row;

/**
 * A setting of a worker queue. The statements of changes and queries, the audit and the JSON of the
 * API are made from its constant; the texts for people are in {@code openapi.json}, from which the
 * command line and the form of the console are made. Its initial value is that of the column.
 */
public enum QueueSetting {
  TRACKED(Kind.FLAG),
  PARTITION(Kind.PARTITION),
  RETRY(Kind.RETRY_POLICY),
  RUN_TIMEOUT(Kind.RUN_LIMIT),
  FINISHED_WHEN_ACKNOWLEDGED(Kind.FLAG),
  EVENTS(Kind.FLAG),
  ENCRYPTED(Kind.FLAG),
  RATE_LIMIT(1_000_000, "jobs per minute, 0 if there is no limit");

  /** The type of a value: booleans, integers from 0 to {@link #max}, and texts of three forms. */
  public enum Kind {
    FLAG,
    NUMBER,
    PARTITION,
    RETRY_POLICY,
    RUN_LIMIT
  }

  private final Kind kind;
  private final int max;
  private final String unit;

  QueueSetting(Kind kind) {
    this.kind = kind;
    max = 0;
    unit = "";
  }

  QueueSetting(int max, String unit) {
    kind = Kind.NUMBER;
    this.max = max;
    this.unit = unit;
  }

  public Kind kind() {
    return kind;
  }

  /** The largest number. */
  public int max() {
    return max;
  }

  /** The unit of the number, and the meaning of special values. */
  public String unit() {
    return unit;
  }

  /** The name in JSON. */
  public String field() {
    return Row.camelCase(column());
  }

  String column() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** SQL of all settings. */
  static String sql(String each) {
    return sql(List.of(values()), each);
  }

  /**
   * SQL of the settings, separated by commas.
   *
   * @param each with the column as its first value, and the field as its second
   */
  static String sql(Collection<QueueSetting> settings, String each) {
    return settings.stream()
        .map(setting -> each.formatted(setting.column(), setting.field()))
        .collect(joining(", "));
  }
}
