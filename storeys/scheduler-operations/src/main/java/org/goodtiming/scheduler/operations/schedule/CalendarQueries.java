package org.goodtiming.scheduler.operations.schedule;

import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.row.EditedRow;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Reads calendars, with the pool of readers. */
@Singleton
@Typed(CalendarQueries.class) // Package registration is given the calendars of its transaction
public final class CalendarQueries implements NamedCalendars {

  private static final String PURPOSE = "read calendars";

  private static final String USES =
      """
      (SELECT count(*) FROM (
         SELECT 1 FROM scheduler.schedule_calendar u JOIN scheduler.schedule s USING (queue, job_id)
          WHERE u.calendar = c.name AND s.state <> 'ENDED' <condition> LIMIT 1000) uses)
      """;

  private static final String CALENDARS =
      """
      SELECT c.name, c.excludes, c.registered_by, c.registered_at, <uses> AS schedules, <uses_to_move> AS schedules_to_move, <tag>
        FROM scheduler.calendar c
      """
          .replace("<uses>", USES.replace("<condition>", ""))
          .replace("<uses_to_move>", USES.replace("<condition>", "AND u.planned_with <> c.hash"))
          .replace("<tag>", EditedRow.CALENDAR.tag());

  private final Statements statements;

  @Inject
  public CalendarQueries(@Readers DataSource dataSource) {
    statements = Statements.forClients(dataSource);
  }

  /**
   * By name, at most 1000, with the number of their schedules, and of those whose next run has yet
   * to be moved.
   */
  public List<Row> list() {
    SqlText sql = new SqlText(CALENDARS + "ORDER BY c.name LIMIT 1000");
    return statements.query(PURPOSE, sql, Row::of);
  }

  /** Reads a single calendar. */
  public Optional<Row> read(String name) {
    SqlText sql = new SqlText(CALENDARS).and("c.name = :name", name);
    return statements.find(PURPOSE, sql, Row::of);
  }

  @Override
  public Optional<ExclusionCalendar> find(String name) {
    SqlText sql = new SqlText("SELECT excludes FROM scheduler.calendar").and("name = :name", name);
    return statements.find(PURPOSE, sql, row -> row.getString(1)).map(ExclusionCalendar::parse);
  }
}
