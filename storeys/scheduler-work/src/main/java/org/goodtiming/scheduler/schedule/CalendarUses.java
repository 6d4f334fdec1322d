package org.goodtiming.scheduler.schedule;

import java.util.Collection;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendar;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Table schedule_calendar: the calendars by which the next runs were planned. */
final class CalendarUses {

  /** Whether a next run was planned with a calendar that has changed since. */
  static final String ANY_OUTDATED =
      """
      EXISTS (SELECT FROM scheduler.calendar c
               WHERE EXISTS (SELECT FROM scheduler.schedule_calendar o WHERE o.calendar = c.name AND o.planned_with < c.hash)
                  OR EXISTS (SELECT FROM scheduler.schedule_calendar o WHERE o.calendar = c.name AND o.planned_with > c.hash))
      """;

  private final Statements statements;

  CalendarUses(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /**
   * A calendar as it was when a run was planned.
   *
   * @param excludes its text
   */
  record Use(JobKey key, String calendar, String excludes) {

    static List<Use> of(JobKey key, Recurrence recurrence) {
      return recurrence.namedCalendars().stream().map(each -> of(key, each)).toList();
    }

    private static Use of(JobKey key, NamedCalendar calendar) {
      return new Use(key, calendar.name(), calendar.excludes().toString());
    }
  }

  /** The schedules name these calendars and no others. */
  void replace(Collection<JobKey> schedules, List<Use> uses) {
    String delete =
        """
        DELETE FROM scheduler.schedule_calendar u USING unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)
         WHERE u.queue = k.queue AND u.job_id = k.job_id
        """;
    update(schedules.size(), new SqlText(delete).setKeys(schedules));
    if (!uses.isEmpty()) {
      String insert =
          """
          INSERT INTO scheduler.schedule_calendar (queue, job_id, calendar, planned_with)
          SELECT n.queue, n.job_id, n.calendar, md5(n.excludes)
            FROM unnest(:queues::text[], :job_ids::text[], :calendars::text[], :excludes::text[]) AS n (queue, job_id, calendar, excludes)
          """;
      update(
          schedules.size(),
          new SqlText(insert)
              .setKeys(uses.stream().map(Use::key).toList())
              .set("calendars", uses, Use::calendar)
              .set("excludes", uses, Use::excludes));
    }
  }

  /**
   * Schedules whose next run was planned with a calendar that has changed since, up to a maximum
   * number.
   */
  List<JobKey> outdated(int limit) {
    String sql =
        """
        SELECT DISTINCT u.queue, u.job_id
          FROM scheduler.calendar c
               CROSS JOIN LATERAL (
                 (SELECT o.queue, o.job_id FROM scheduler.schedule_calendar o
                   WHERE o.calendar = c.name AND o.planned_with < c.hash LIMIT :limit)
                 UNION ALL
                 (SELECT o.queue, o.job_id FROM scheduler.schedule_calendar o
                   WHERE o.calendar = c.name AND o.planned_with > c.hash LIMIT :limit)) u
         LIMIT :limit
        """;
    return statements.query(
        "query schedules whose calendar has changed",
        new SqlText(sql).set("limit", limit),
        Columns::key);
  }

  /** Removes the uses by schedules of which no run waits. */
  void forgetEnded(Collection<JobKey> schedules) {
    String sql =
        """
        DELETE FROM scheduler.schedule_calendar u USING unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)
         WHERE u.queue = k.queue AND u.job_id = k.job_id
           AND NOT EXISTS (SELECT 1 FROM scheduler.job j
                            WHERE j.queue = u.queue AND j.job_id = u.job_id AND j.planned_at IS NOT NULL)
        """;
    update(schedules.size(), new SqlText(sql).setKeys(schedules));
  }

  private void update(int schedules, SqlText sql) {
    statements.update("record the calendars of %d schedules".formatted(schedules), sql);
  }
}
