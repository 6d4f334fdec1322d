package org.goodtiming.scheduler.operations.schedule;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.spi.JsonProvider;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** Changes calendars for operators, in the caller's transaction. */
@Singleton
public final class CalendarChanges {

  private static final JsonProvider JSON = JsonProvider.provider();

  private static final String PURPOSE = "change a calendar";

  private final Statements statements;
  private final Audit audit;

  @Inject
  public CalendarChanges(DataSource dataSource, Audit audit) {
    statements = Statements.forClients(dataSource);
    this.audit = audit;
  }

  /**
   * Creates a calendar, or changes the times that it excludes. A leader moves the next runs of its
   * schedules.
   *
   * @return whether it is new
   */
  public boolean put(String login, String name, ExclusionCalendar excludes) {
    String before = lock(name, "FOR NO KEY UPDATE");
    SqlText upsert =
        new SqlText(
                """
                INSERT INTO scheduler.calendar (name, excludes, registered_by) VALUES (:name, :excludes, :login)
                ON CONFLICT (name) DO UPDATE
                    SET excludes = excluded.excludes, registered_by = excluded.registered_by, registered_at = clock_timestamp()
                RETURNING excludes
                """)
            .set("name", name)
            .set("excludes", excludes.toString())
            .set("login", login);
    String after = first(upsert);
    String action = before == null ? "create calendar" : "set calendar";
    audit.note(login, action, name, json(before), json(after));
    return before == null;
  }

  /** Deletes a calendar that no schedule and no worker queue names. */
  public Deletion delete(String login, String name) {
    // Registrations that name it wait until it is decided
    String before = lock(name, "FOR UPDATE");
    if (before == null) {
      return Deletion.NOT_FOUND;
    }
    List<String> users = users(name);
    if (users.isEmpty()) {
      first(
          new SqlText(
              "DELETE FROM scheduler.schedule_calendar WHERE calendar = :name RETURNING calendar",
              name));
      first(new SqlText("DELETE FROM scheduler.calendar WHERE name = :name RETURNING name", name));
      audit.note(login, "delete calendar", name, json(before), null);
    }
    return Deletion.of(users);
  }

  private List<String> users(String name) {
    SqlText sql =
        new SqlText(
            """
            SELECT u.queue || '/' || u.job_id
              FROM scheduler.schedule_calendar u JOIN scheduler.schedule s USING (queue, job_id)
             WHERE u.calendar = :name AND s.state <> 'ENDED'
            UNION ALL
            SELECT 'worker queue ' || q.name FROM scheduler.worker_queue q
             WHERE q.closed ~ ('calendar:' || replace(:name, '.', '\\.') || '([^A-Za-z0-9._-]|$)')
             ORDER BY 1
            """,
            name);
    return statements.query(PURPOSE, sql, row -> row.getString(1));
  }

  private @Nullable String lock(String name, String strength) {
    return first(
        new SqlText(
            "SELECT excludes FROM scheduler.calendar WHERE name = :name " + strength, name));
  }

  private @Nullable String first(SqlText sql) {
    return statements.find(PURPOSE, sql, row -> row.getString(1)).orElse(null);
  }

  private static @Nullable String json(@Nullable String excludes) {
    return excludes == null
        ? null
        : JSON.createObjectBuilder().add("excludes", excludes).build().toString();
  }
}
