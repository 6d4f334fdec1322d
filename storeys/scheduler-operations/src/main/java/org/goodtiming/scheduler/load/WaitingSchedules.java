package org.goodtiming.scheduler.load;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.load.Forecast.Planned;
import org.goodtiming.scheduler.load.Forecast.Reach;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.schedule.CalendarStore;
import org.goodtiming.scheduler.schedule.Plan;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.StoreException;

/** The schedules whose runs a forecast has: those that are neither paused nor ended. */
final class WaitingSchedules {

  static final int MAX_SCHEDULES = 1_000;

  private final Statements statements;
  private final CalendarStore calendars;
  private final int mostSchedules;

  WaitingSchedules(DataSource dataSource) {
    this(dataSource, MAX_SCHEDULES);
  }

  WaitingSchedules(DataSource dataSource, int mostSchedules) {
    this.statements = Statements.forClients(dataSource);
    this.calendars = new CalendarStore(dataSource);
    this.mostSchedules = mostSchedules;
  }

  Planned runs(ForecastRange range, ZoneId zone, Openings openings) {
    List<Waiting> rows = read(range);
    long number = rows.isEmpty() ? 0 : rows.get(0).number();
    NamedCalendars excluded = calendars.reading();
    // Parses each recurrence once, because many schedules share it
    Map<String, Optional<Plan>> plans = new HashMap<>();
    List<PlannedRuns.Next> schedules =
        rows.stream()
            .flatMap(
                row ->
                    plans
                        .computeIfAbsent(
                            row.misfire() + " " + row.recurrence(), text -> plan(row, excluded))
                        .map(row::next)
                        .stream())
            .toList();
    Planned planned = new PlannedRuns(range, zone, openings).of(schedules);
    Reach reach = planned.reach();
    Instant read = number > rows.size() ? latest(rows, range.from()) : null;
    return planned.reaching(
        new Reach(
            PlannedRuns.earlier(reach.counted(), read),
            PlannedRuns.earlier(reach.searched(), read),
            reach.leftOut() + rows.size() - schedules.size()));
  }

  /** The schedules that were not read have no run before this. */
  private static Instant latest(List<Waiting> rows, Instant from) {
    Instant last = rows.get(rows.size() - 1).planned().toInstant();
    return last.isBefore(from) ? from : last;
  }

  /**
   * A schedule that has a run before the end of the range.
   *
   * @param number of all such schedules
   */
  private record Waiting(
      JobKey key, String recurrence, String misfire, Timestamp planned, int runs, long number) {

    PlannedRuns.Next next(Plan plan) {
      return new PlannedRuns.Next(key, plan, planned.toInstant(), runs);
    }
  }

  /** Empty if the recurrence cannot be read: the dispatch of the run will end the schedule. */
  private static Optional<Plan> plan(Waiting row, NamedCalendars calendars) {
    try {
      return Optional.of(
          new Plan(
              Recurrence.parse(row.recurrence, calendars),
              Misfire.named(row.misfire).orElse(Misfire.FIRE_ONCE)));
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      return Optional.empty();
    }
  }

  /** The schedule whose run is next is the first. */
  private List<Waiting> read(ForecastRange range) {
    SqlText sql =
        new SqlText(
                """
                SELECT queue, job_id, recurrence, misfire, next_planned_at, runs, count(*) OVER () AS number
                  FROM scheduler.schedule
                 WHERE (state = 'ACTIVE' OR state = 'PAUSED' AND paused_until <= (SELECT clock_timestamp()))
                   AND next_planned_at < :until AND (queue = :queue OR :queue::text IS NULL)
                 ORDER BY next_planned_at, queue, job_id LIMIT :limit
                """)
            .set("until", range.to())
            .set("queue", range.queue())
            .set("limit", mostSchedules);
    return statements.query("read the schedules of a forecast", sql, WaitingSchedules::waiting);
  }

  private static Waiting waiting(ResultSet row) throws SQLException {
    return new Waiting(
        new JobKey(row.getString("queue"), row.getString("job_id")),
        row.getString("recurrence"),
        row.getString("misfire"),
        row.getTimestamp("next_planned_at"),
        row.getInt("runs"),
        row.getLong("number"));
  }
}
