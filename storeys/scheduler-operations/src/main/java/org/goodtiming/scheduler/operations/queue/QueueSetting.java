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
  RATE_LIMIT(Kind.NUMBER, 1_000_000, "jobs per minute"),
  MAX_DEPTH(Kind.NUMBER, 1_000_000, "messages"),
  MAX_CONCURRENT_RUNS(Kind.NUMBER, 10_000, "runs"),
  KEY_PROPERTY(Kind.KEY_PROPERTY),
  MAX_CONCURRENT_RUNS_PER_KEY(Kind.NUMBER, 10_000, "runs"),
  FAIR_SHARES(Kind.FLAG),
  CLOSED(Kind.CLOSED_TIMES),
  CANARY(Kind.FLAG),
  TARGET(Kind.TARGET);

  /** The type of a value: booleans, integers from 0 to {@link #max}, and texts of six forms. */
  public enum Kind {
    FLAG,
    NUMBER,
    PARTITION,
    RETRY_POLICY,
    RUN_LIMIT,
    CLOSED_TIMES,
    KEY_PROPERTY,
    TARGET
  }

  /** The value of a worker queue without a target. */
  public static final String NO_TARGET = "none";

  private final Kind kind;
  private final int max;
  private final String unit;

  QueueSetting(Kind kind) {
    this(kind, 0, "");
  }

  QueueSetting(Kind kind, int max, String unit) {
    this.kind = kind;
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

  /** The unit of the number, which is 0 if there is no limit. */
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
   * @param each has {@code <column>} and {@code <field>}
   */
  static String sql(Collection<QueueSetting> settings, String each) {
    return settings.stream()
        .map(
            setting ->
                each.replace("<column>", setting.column()).replace("<field>", setting.field()))
        .collect(joining(", "));
  }
}
