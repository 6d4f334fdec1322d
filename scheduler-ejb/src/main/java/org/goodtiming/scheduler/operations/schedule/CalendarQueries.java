package org.goodtiming.scheduler.operations.schedule;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Reads calendars, with the pool of readers. */
public final class CalendarQueries implements NamedCalendars {

  private static final String PURPOSE = "read calendars";

  private static final String USES =
      """
      (SELECT count(*) FROM (
         SELECT 1 FROM scheduler.schedule_calendar u JOIN scheduler.schedule s USING (queue, job_id)
          WHERE u.calendar = c.name AND s.state <> 'ENDED' %s LIMIT 1000) uses)
      """;

  private final Statements statements;

  public CalendarQueries(DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /** By name, at most 1000. */
  public List<Row> list() {
    SqlText sql =
        new SqlText(
            """
            SELECT name, excludes, registered_by, registered_at FROM scheduler.calendar ORDER BY name LIMIT 1000
            """);
    return statements.query(PURPOSE, sql, Row::of);
  }

  /** With the number of its schedules, and of those whose next run has yet to be moved. */
  public Optional<Row> read(String name) {
    SqlText sql =
        new SqlText(
                """
            SELECT c.name, c.excludes, c.registered_by, c.registered_at, %s AS schedules, %s AS schedules_to_move, %s
              FROM scheduler.calendar c
            """
                    .formatted(
                        USES.formatted(""),
                        USES.formatted("AND u.planned_with <> c.hash"),
                        EditedRow.CALENDAR.tag()))
            .and("c.name = ?", name);
    return statements.query(PURPOSE, sql, Row::of).stream().findFirst();
  }

  @Override
  public Optional<ExclusionCalendar> find(String name) {
    SqlText sql = new SqlText("SELECT excludes FROM scheduler.calendar").and("name = ?", name);
    return statements.query(PURPOSE, sql, row -> row.getString(1)).stream()
        .findFirst()
        .map(ExclusionCalendar::parse);
  }
}
