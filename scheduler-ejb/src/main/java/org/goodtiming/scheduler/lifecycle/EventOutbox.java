package org.goodtiming.scheduler.lifecycle;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.SqlText;
import org.goodtiming.scheduler.job.Statements;
import org.jspecify.annotations.Nullable;

/** The events that wait to be published. */
public final class EventOutbox {

  private static final String PURPOSE = "read events that wait to be published";

  private final Statements statements;

  public EventOutbox(DataSource dataSource) {
    statements = new Statements(dataSource);
  }

  boolean isEmpty() {
    SqlText sql = new SqlText("SELECT position FROM scheduler.event ORDER BY position LIMIT 1");
    return statements.query(PURPOSE, sql, row -> true).isEmpty();
  }

  /**
   * Removes the oldest events, in the caller's transaction. Another leader that does the same waits
   * for the end of it, so that no event overtakes an earlier one.
   *
   * @return in their order
   */
  List<LifecycleEvent> take(int most) {
    SqlText sql =
        new SqlText(
            """
            DELETE FROM scheduler.event e
             WHERE e.position = ANY (ARRAY(SELECT o.position FROM scheduler.event o ORDER BY o.position LIMIT ? FOR UPDATE))
            RETURNING e.position, e.id, e.at, e.type, e.queue, e.job_id, e.fire_id, e.attempt, e.due_at, e.message
            """,
            most);
    return statements.query(PURPOSE, sql, EventOutbox::event).stream()
        .sorted(Comparator.comparingLong(LifecycleEvent::position))
        .toList();
  }

  private static @Nullable Instant dueAt(ResultSet row) throws SQLException {
    OffsetDateTime dueAt = row.getObject("due_at", OffsetDateTime.class);
    return dueAt == null ? null : dueAt.toInstant();
  }

  private static LifecycleEvent event(ResultSet row) throws SQLException {
    return new LifecycleEvent(
        row.getLong("position"),
        UUID.fromString(row.getString("id")),
        row.getTimestamp("at").toInstant(),
        row.getString("type"),
        new JobKey(row.getString("queue"), row.getString("job_id")),
        UUID.fromString(row.getString("fire_id")),
        row.getInt("attempt"),
        dueAt(row),
        row.getString("message"));
  }
}
