package org.goodtiming.scheduler.operations.queue;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.queue.ClosedTimes.Closed;
import org.goodtiming.scheduler.operations.schedule.CalendarQueries;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** The closed times of worker queues that are to come, with the pool of readers. */
@Singleton
public final class ClosedTimesQueries {

  private static final int MAX_OF_A_QUEUE = 20;
  private static final int MAX = 200;

  private final Statements statements;
  private final CalendarQueries calendars;

  @Inject
  public ClosedTimesQueries(@Readers DataSource dataSource, CalendarQueries calendars) {
    this.statements = Statements.forClients(dataSource);
    this.calendars = calendars;
  }

  /** A closed time of a queue. */
  public record ClosedQueue(String queue, Instant from, Instant until) {}

  /**
   * The closed times that begin before the end of the range, by queue, at most 20 of each.
   *
   * @param queue null for all
   */
  public List<ClosedQueue> within(Instant from, Instant to, @Nullable String queue) {
    SqlText sql =
        new SqlText("SELECT name, closed FROM scheduler.worker_queue")
            .and("closed <> :never", ClosedTimes.NEVER);
    if (queue != null) {
      sql.and("name = :name", queue);
    }
    return statements
        .query(
            "read the closed times of worker queues",
            sql,
            row -> new Setting(row.getString("name"), row.getString("closed")))
        .stream()
        .flatMap(setting -> within(setting, from, to).stream())
        .limit(MAX)
        .toList();
  }

  private record Setting(String queue, String closed) {}

  private List<ClosedQueue> within(Setting setting, Instant from, Instant to) {
    List<ClosedQueue> found = new ArrayList<>();
    Optional<ClosedTimes> times = times(setting);
    for (Instant at = from;
        times.isPresent() && at.isBefore(to) && found.size() < MAX_OF_A_QUEUE; ) {
      Closed closed = times.get().closed(at);
      if (closed.from().isBefore(closed.until()) && closed.from().isBefore(to)) {
        found.add(new ClosedQueue(setting.queue, closed.from(), closed.until()));
      }
      at = closed.until();
    }
    return found;
  }

  /** Empty if the queue is served at all times, because they were set by hand. */
  private Optional<ClosedTimes> times(Setting setting) {
    try {
      return Optional.of(ClosedTimes.parse(setting.closed, calendars));
    } catch (RecurrenceSyntaxException e) {
      return Optional.empty();
    }
  }
}
