package org.goodtiming.scheduler.operations.queue;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.operations.queue.ClosedTimes.Closed;
import org.goodtiming.scheduler.operations.schedule.CalendarQueries;
import org.goodtiming.scheduler.policy.ClosedTime;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.goodtiming.scheduler.sql.Readers;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** The closed times of worker queues that are to come, with the pool of readers. */
@Singleton
public final class ClosedTimesQueries {

  private static final int MAX_OF_A_QUEUE = 1_000;

  /** A closed time that began so long before a range counts as begun then. */
  private static final Duration BEFORE = Duration.ofDays(31);

  private final Statements statements;
  private final CalendarQueries calendars;

  @Inject
  public ClosedTimesQueries(@Readers DataSource dataSource, CalendarQueries calendars) {
    this.statements = Statements.forClients(dataSource);
    this.calendars = calendars;
  }

  /**
   * The closed times in a range, by queue, at most 1,000 of each.
   *
   * @param queue null for all
   * @param now a closed time is not followed to its begin before this
   */
  public List<ClosedTime> within(Instant from, Instant to, @Nullable String queue, Instant now) {
    Instant begin = earlier(from, later(now, from.minus(BEFORE)));
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
        .flatMap(setting -> within(setting, begin, to).stream())
        .filter(closed -> closed.until().isAfter(from))
        .toList();
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private record Setting(String queue, String closed) {}

  private List<ClosedTime> within(Setting setting, Instant begin, Instant to) {
    List<ClosedTime> found = new ArrayList<>();
    Optional<ClosedTimes> times = times(setting);
    for (Instant at = begin;
        times.isPresent() && at.isBefore(to) && found.size() < MAX_OF_A_QUEUE; ) {
      Closed closed = times.get().closed(at);
      if (closed.from().isBefore(closed.until()) && closed.from().isBefore(to)) {
        found.add(new ClosedTime(setting.queue, closed.from(), closed.until()));
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
