package org.goodtiming.scheduler.policy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Worker queues are closed at the times that operators have set; a task of the leader calculates
 * the current or next one of each.
 */
final class Windows implements DispatchPolicy {

  static final String IS_CLOSED =
      "(<queue>.closed_from <= clock_timestamp() AND <queue>.closed_until > clock_timestamp())";

  private static final String UNTIL_AND_TIMES =
      """
      CASE WHEN <is closed>
           THEN floor(extract(epoch FROM <queue>.closed_until)) || ' ' || <queue>.closed END AS closed_until_and_times"""
          .replace("<is closed>", IS_CLOSED);

  private static final DateTimeFormatter OPENING =
      DateTimeFormatter.ofPattern("EEEE yyyy-MM-dd 'at' HH:mm:ss", Locale.ENGLISH);

  private static final String ZONE = " zone=";
  private static final int LAST_YEAR = 9999;

  @Override
  public Map<Part, String> sql() {
    return Map.of(
        Part.SERVED_FROM,
        "CASE WHEN <queue>.closed_from <= clock_timestamp() THEN <queue>.closed_until END",
        Part.PROMPT,
        "NOT coalesce(" + IS_CLOSED + ", false)",
        Part.COLUMNS,
        UNTIL_AND_TIMES);
  }

  @Override
  public Stream<Cause> causes(QueueFacts queue) {
    String closed = queue.columns().get("closed_until_and_times");
    return closed == null ? Stream.of() : Stream.of(cause(queue.name(), closed));
  }

  private static Cause cause(String queue, String closed) {
    int end = closed.indexOf(' ');
    String times = closed.substring(end + 1);
    Instant until = Instant.ofEpochSecond(Long.parseLong(closed.substring(0, end)));
    return Cause.of(
        "queue-closed",
        "worker queue %s is closed (%s); it opens %s"
            .formatted(queue, times, opening(until, times)),
        null);
  }

  private static String opening(Instant until, String times) {
    ZoneId id = zone(times);
    var opens = until.atZone(id);
    return opens.getYear() >= LAST_YEAR - 1
        ? "when its times or their calendar are changed"
        : "on %s (%s)".formatted(OPENING.format(opens), id);
  }

  /** UTC if there is no such zone: SQL may have set the times, and the last ones last on. */
  private static ZoneId zone(String times) {
    int zone = times.lastIndexOf(ZONE);
    try {
      return ZoneId.of(zone < 0 ? "UTC" : times.substring(zone + ZONE.length()).strip());
    } catch (DateTimeException e) {
      return ZoneId.of("UTC");
    }
  }
}
