package org.goodtiming.scheduler.lifecycle;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.lifecycle.LifecycleEvent.Subject;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** The events that wait to be published. */
@Singleton
public final class EventOutbox {

  /** Whether events wait: by the index, because the table may consist of dead rows. */
  static final String HAS_EVENTS = "(SELECT min(position) FROM scheduler.event) IS NOT NULL";

  private static final String PURPOSE = "read events that wait to be published";

  private static final int MAX_COUNTED = 10_000;

  private static final JsonProvider JSON = JsonProvider.provider();

  private final Statements statements;

  @Inject
  public EventOutbox(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /**
   * The number of waiting events, counted up to {@link #MAX_COUNTED}, and for how long the first.
   */
  EventsWaiting waiting() {
    SqlText sql =
        new SqlText(
            """
            SELECT count(*) AS events, coalesce(extract(epoch FROM clock_timestamp() - min(w.at)) * 1000, 0)::bigint AS oldest_millis
              FROM (SELECT e.at FROM scheduler.event e ORDER BY e.position LIMIT :limit) w
            """,
            MAX_COUNTED);
    return statements.query("count the events that wait", sql, EventOutbox::waiting).get(0);
  }

  private static EventsWaiting waiting(ResultSet row) throws SQLException {
    // The clock of a change is read before it commits
    long millis = Math.max(0, row.getLong("oldest_millis"));
    return new EventsWaiting(row.getInt("events"), Duration.ofMillis(millis));
  }

  /**
   * Removes the oldest events in the caller's transaction. Another leader waits for the end of the
   * transaction before it does the same, so that events keep their order.
   *
   * @return in their order
   */
  List<LifecycleEvent> take(int limit) {
    SqlText sql =
        new SqlText(
            """
            DELETE FROM scheduler.event e
             WHERE e.position = ANY (ARRAY(SELECT o.position FROM scheduler.event o ORDER BY o.position LIMIT :limit))
            RETURNING e.position, e.id, e.at, e.type, e.queue, e.job_id, e.fire_id::text AS fire_id, e.attempt, e.due_at, e.message,
                      e.data::text AS data, coalesce(e.data ->> 'partition', e.data ->> 'batch') AS named
            """,
            limit);
    return statements.query(PURPOSE, sql, EventOutbox::event).stream()
        .sorted(Comparator.comparingLong(LifecycleEvent::position))
        .toList();
  }

  private static LifecycleEvent event(ResultSet row) throws SQLException {
    return new LifecycleEvent(
        row.getLong("position"),
        UUID.fromString(row.getString("id")),
        row.getTimestamp("at").toInstant(),
        row.getString("type"),
        new Subject(
            row.getString("named"),
            row.getString("queue"),
            row.getString("job_id"),
            row.getString("fire_id")),
        data(row));
  }

  private static JsonObject data(ResultSet row) throws SQLException {
    JsonObjectBuilder json = JSON.createObjectBuilder();
    addIfKnown(json, "queue", row.getString("queue"));
    addIfKnown(json, "jobId", row.getString("job_id"));
    addIfKnown(json, "fireId", row.getString("fire_id"));
    Integer attempt = row.getObject("attempt", Integer.class);
    if (attempt != null) {
      json.add("attempt", attempt);
    }
    OffsetDateTime dueAt = row.getObject("due_at", OffsetDateTime.class);
    addIfKnown(json, "dueAt", dueAt == null ? null : dueAt.toInstant());
    addIfKnown(json, "message", row.getString("message"));
    addFurther(json, row.getString("data"));
    return json.build();
  }

  private static void addFurther(JsonObjectBuilder json, @Nullable String further) {
    if (further != null) {
      try (var reader = JSON.createReader(new StringReader(further))) {
        reader.readObject().forEach(json::add);
      }
    }
  }

  private static void addIfKnown(JsonObjectBuilder json, String name, @Nullable Object value) {
    if (value != null) {
      json.add(name, value.toString());
    }
  }
}
