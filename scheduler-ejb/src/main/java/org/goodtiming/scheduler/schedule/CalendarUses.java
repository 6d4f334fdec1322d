package org.goodtiming.scheduler.schedule;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.job.TextArrays;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendar;

/** Table schedule_calendar: by which calendars the next runs were planned. */
final class CalendarUses {

  private final DataSource dataSource;

  CalendarUses(DataSource dataSource) {
    this.dataSource = dataSource;
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
    update(
        """
        DELETE FROM scheduler.schedule_calendar u USING unnest(?::text[], ?::text[]) AS k (queue, job_id)
         WHERE u.queue = k.queue AND u.job_id = k.job_id
        """,
        schedules,
        List.of(JobKey::queue, JobKey::jobId));
    if (!uses.isEmpty()) {
      update(
          """
          INSERT INTO scheduler.schedule_calendar (queue, job_id, calendar, planned_with)
          SELECT n.queue, n.job_id, n.calendar, md5(n.excludes)
            FROM unnest(?::text[], ?::text[], ?::text[], ?::text[]) AS n (queue, job_id, calendar, excludes)
          """,
          uses,
          List.of(
              use -> use.key().queue(), use -> use.key().jobId(), Use::calendar, Use::excludes));
    }
  }

  /**
   * Schedules whose next run was planned with a calendar that has changed since, up to a maximum
   * number.
   */
  List<JobKey> outdated(int most) {
    String sql =
        """
        SELECT DISTINCT u.queue, u.job_id
          FROM scheduler.calendar c
               CROSS JOIN LATERAL (
                 (SELECT o.queue, o.job_id FROM scheduler.schedule_calendar o
                   WHERE o.calendar = c.name AND o.planned_with < c.hash LIMIT ?)
                 UNION ALL
                 (SELECT o.queue, o.job_id FROM scheduler.schedule_calendar o
                   WHERE o.calendar = c.name AND o.planned_with > c.hash LIMIT ?)) u
         LIMIT ?
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      for (int parameter = 1; parameter <= 3; parameter++) {
        select.setInt(parameter, most);
      }
      List<JobKey> keys = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          keys.add(new JobKey(row.getString("queue"), row.getString("job_id")));
        }
      }
      return keys;
    } catch (SQLException e) {
      throw new StoreException("query schedules whose calendar has changed", e);
    }
  }

  /** Those of schedules of which no run waits are of no use any more. */
  void forgetEnded(Collection<JobKey> schedules) {
    update(
        """
        DELETE FROM scheduler.schedule_calendar u USING unnest(?::text[], ?::text[]) AS k (queue, job_id)
         WHERE u.queue = k.queue AND u.job_id = k.job_id
           AND NOT EXISTS (SELECT 1 FROM scheduler.job j
                            WHERE j.queue = u.queue AND j.job_id = u.job_id AND j.planned_at IS NOT NULL)
        """,
        schedules,
        List.of(JobKey::queue, JobKey::jobId));
  }

  private <T> void update(
      String sql, Collection<T> rows, List<Function<? super T, String>> columns) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement update = connection.prepareStatement(sql)) {
      for (int i = 0; i < columns.size(); i++) {
        TextArrays.set(update, i + 1, rows, columns.get(i));
      }
      update.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("record the calendars of %d schedules".formatted(rows.size()), e);
    }
  }
}
