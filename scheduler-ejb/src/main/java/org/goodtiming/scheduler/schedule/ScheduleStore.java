package org.goodtiming.scheduler.schedule;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.RecurringJobs;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.jspecify.annotations.Nullable;

/** Table schedule. The caller's lock on the job's row keeps others from the schedule, too. */
public final class ScheduleStore implements RecurringJobs {

  private static final String OVER = "no further run is due";

  private final DataSource dataSource;
  private final Duration misfireThreshold;

  public ScheduleStore(DataSource dataSource, Duration misfireThreshold) {
    this.dataSource = dataSource;
    this.misfireThreshold = misfireThreshold;
  }

  @Override
  public void started(List<NewJob> jobs) {
    String sql =
        """
        INSERT INTO scheduler.schedule AS s (queue, job_id, recurrence, misfire, next_planned_at, registered_by)
        SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::timestamptz[], ?::text[])
        ON CONFLICT (queue, job_id) DO UPDATE
           SET state = 'ACTIVE', recurrence = excluded.recurrence, misfire = excluded.misfire, runs = 0,
               last_planned_at = NULL, last_dispatched_at = NULL, next_planned_at = excluded.next_planned_at,
               registered_by = excluded.registered_by, registered_at = clock_timestamp(), ended_at = NULL, end_reason = NULL
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setArray(1, texts(connection, jobs, job -> job.key().queue()));
      insert.setArray(2, texts(connection, jobs, job -> job.key().jobId()));
      insert.setArray(3, texts(connection, jobs, job -> due(job).recurrence().toString()));
      insert.setArray(4, texts(connection, jobs, job -> due(job).misfire().wireName()));
      insert.setArray(5, texts(connection, jobs, job -> due(job).first().toString()));
      insert.setArray(6, texts(connection, jobs, NewJob::registeredBy));
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("store %d schedules".formatted(jobs.size()), e);
    }
  }

  private static Due.Recurring due(NewJob job) {
    return (Due.Recurring) job.due();
  }

  @Override
  public Map<JobKey, Instant> planNext(Collection<JobKey> keys) {
    List<Planned> planned = new ArrayList<>(keys.size());
    String sql =
        """
        SELECT s.queue, s.job_id, s.recurrence, s.misfire, s.runs + 1 AS runs, s.next_planned_at, clock_timestamp() AS now
          FROM unnest(?::text[], ?::text[]) AS k (queue, job_id) JOIN scheduler.schedule s USING (queue, job_id)
         WHERE s.state <> 'ENDED'
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      bind(connection, select, keys);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          planned.add(planned(row));
        }
      }
      store(connection, planned);
    } catch (SQLException e) {
      throw new StoreException("plan the next runs of %d schedules".formatted(keys.size()), e);
    }
    Map<JobKey, Instant> next = new HashMap<>();
    planned.stream().filter(each -> each.at != null).forEach(each -> next.put(each.key, each.at));
    return next;
  }

  /**
   * @param at null if no further run comes
   * @param end why; null if one comes
   */
  private record Planned(JobKey key, @Nullable Instant at, @Nullable String end) {}

  private Planned planned(ResultSet row) throws SQLException {
    JobKey key = new JobKey(row.getString("queue"), row.getString("job_id"));
    try {
      Instant next =
          plan(row)
              .next(
                  row.getTimestamp("next_planned_at").toInstant(),
                  row.getInt("runs"),
                  row.getTimestamp("now").toInstant(),
                  misfireThreshold)
              .orElse(null);
      return new Planned(key, next, next == null ? OVER : null);
    } catch (RecurrenceSyntaxException e) {
      // Somebody has written into the table: the run must not fail for ever
      return new Planned(key, null, "SCHED-0640 the recurrence cannot be read: " + e.getMessage());
    }
  }

  private static Plan plan(ResultSet row) throws SQLException {
    return new Plan(
        Recurrence.parse(row.getString("recurrence")),
        Misfire.named(row.getString("misfire")).orElse(Misfire.FIRE_ONCE));
  }

  private static void store(Connection connection, List<Planned> planned) throws SQLException {
    String sql =
        """
        UPDATE scheduler.schedule s
           SET runs = s.runs + 1, last_planned_at = s.next_planned_at, last_dispatched_at = clock_timestamp(),
               next_planned_at = n.at, end_reason = n.end_reason,
               state = CASE WHEN n.at IS NULL THEN 'ENDED' ELSE s.state END,
               ended_at = CASE WHEN n.at IS NULL THEN clock_timestamp() END
          FROM unnest(?::text[], ?::text[], ?::timestamptz[], ?::text[]) AS n (queue, job_id, at, end_reason)
         WHERE s.queue = n.queue AND s.job_id = n.job_id
        """;
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      bind(connection, update, planned.stream().map(Planned::key).toList());
      update.setArray(
          3, texts(connection, planned, each -> each.at == null ? null : each.at.toString()));
      update.setArray(4, texts(connection, planned, Planned::end));
      update.executeUpdate();
    }
  }

  @Override
  public void ended(Collection<JobKey> keys, String reason) {
    String sql =
        """
        UPDATE scheduler.schedule s
           SET state = 'ENDED', next_planned_at = NULL, ended_at = clock_timestamp(), end_reason = ?
          FROM unnest(?::text[], ?::text[]) AS k (queue, job_id)
         WHERE s.queue = k.queue AND s.job_id = k.job_id AND s.state <> 'ENDED'
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement update = connection.prepareStatement(sql)) {
      update.setString(1, reason);
      update.setArray(2, texts(connection, keys, JobKey::queue));
      update.setArray(3, texts(connection, keys, JobKey::jobId));
      update.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("end %d schedules".formatted(keys.size()), e);
    }
  }

  private static void bind(
      Connection connection, PreparedStatement statement, Collection<JobKey> keys)
      throws SQLException {
    statement.setArray(1, texts(connection, keys, JobKey::queue));
    statement.setArray(2, texts(connection, keys, JobKey::jobId));
  }

  private static <T> Array texts(
      Connection connection, Collection<T> rows, Function<T, @Nullable String> column)
      throws SQLException {
    return connection.createArrayOf("text", rows.stream().map(column).toArray());
  }
}
