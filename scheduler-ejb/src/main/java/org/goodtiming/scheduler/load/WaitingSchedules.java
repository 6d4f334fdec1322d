package org.goodtiming.scheduler.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.load.Forecast.Counted;
import org.goodtiming.scheduler.load.Forecast.Run;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.schedule.CalendarStore;
import org.goodtiming.scheduler.schedule.Plan;

/** The schedules whose runs a forecast has: those that are neither paused nor ended. */
final class WaitingSchedules {

  static final int MOST_SCHEDULES = 1_000;

  private static final int LONGEST_STATEMENT_SECONDS = 5;

  private final DataSource dataSource;
  private final CalendarStore calendars;
  private final int mostSchedules;

  WaitingSchedules(DataSource dataSource) {
    this(dataSource, MOST_SCHEDULES);
  }

  WaitingSchedules(DataSource dataSource, int mostSchedules) {
    this.dataSource = dataSource;
    this.calendars = new CalendarStore(dataSource);
    this.mostSchedules = mostSchedules;
  }

  Counted<List<Run>> runs(ForecastRange range) {
    Read read = read(range);
    NamedCalendars excluded = calendars.reading();
    List<PlannedRuns.Next> schedules =
        read.rows().stream().flatMap(row -> row.next(excluded).stream()).toList();
    Counted<List<Run>> runs = new PlannedRuns(range).of(schedules);
    return new Counted<>(runs.found(), runs.leftOut() + read.number() - schedules.size());
  }

  /**
   * The schedules that have a run before the end of the range, the next one first.
   *
   * @param number of all of them
   */
  private record Read(List<Waiting> rows, long number) {}

  private record Waiting(JobKey key, String recurrence, Timestamp planned, int runs) {

    /** Empty if the recurrence cannot be read: the dispatch of the run will end the schedule. */
    Optional<PlannedRuns.Next> next(NamedCalendars calendars) {
      try {
        Plan plan = new Plan(Recurrence.parse(recurrence, calendars), Misfire.FIRE_ONCE);
        return Optional.of(new PlannedRuns.Next(key, plan, planned.toInstant(), runs));
      } catch (StoreException e) {
        throw e;
      } catch (RuntimeException e) {
        return Optional.empty();
      }
    }
  }

  private Read read(ForecastRange range) {
    String sql =
        """
        SELECT queue, job_id, recurrence, next_planned_at, runs, count(*) OVER () AS number
          FROM scheduler.schedule
         WHERE (state = 'ACTIVE' OR state = 'PAUSED' AND paused_until <= (SELECT clock_timestamp()))
           AND next_planned_at < ? AND (queue = ? OR ?::text IS NULL)
         ORDER BY next_planned_at, queue, job_id LIMIT ?
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setQueryTimeout(LONGEST_STATEMENT_SECONDS);
      select.setTimestamp(1, Timestamp.from(range.to()));
      select.setString(2, range.queue());
      select.setString(3, range.queue());
      select.setInt(4, mostSchedules);
      List<Waiting> rows = new ArrayList<>();
      long number = 0;
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          rows.add(waiting(row));
          number = row.getLong("number");
        }
      }
      return new Read(rows, number);
    } catch (SQLException e) {
      throw new StoreException("read the schedules of a forecast", e);
    }
  }

  private static Waiting waiting(ResultSet row) throws SQLException {
    return new Waiting(
        new JobKey(row.getString("queue"), row.getString("job_id")),
        row.getString("recurrence"),
        row.getTimestamp("next_planned_at"),
        row.getInt("runs"));
  }
}
