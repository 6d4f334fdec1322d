package org.goodtiming.scheduler.operations.queue;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.operations.queue.ClosedTimes.Closed;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.goodtiming.scheduler.schedule.CalendarStore;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.sql.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Calculates the current or next closed time of each worker queue that has such times: after a
 * change of the setting or of a calendar, and when the last one is over. Dispatch compares it with
 * the clock of the database.
 */
@Singleton
public final class ClosedTimesWatch implements LeaderTask {

  private static final Logger LOG = System.getLogger(ClosedTimesWatch.class.getName());

  private static final String OUTDATED =
      """
      (q.closed <> 'never' OR q.closed_from IS NOT NULL)
      AND (q.closed_until <= clock_timestamp() OR q.closed_with IS DISTINCT FROM <calendars>)
      """;

  private static final String CALENDARS =
      "(SELECT md5(coalesce(string_agg(c.name || c.hash, ' ' ORDER BY c.name), '')) FROM scheduler.calendar c)";

  private final Statements statements;
  private final NamedCalendars calendars;

  @Inject
  public ClosedTimesWatch(DataSource dataSource, CalendarStore calendars) {
    this(dataSource, (NamedCalendars) calendars);
  }

  ClosedTimesWatch(DataSource dataSource, NamedCalendars calendars) {
    this.statements = new Statements(dataSource);
    this.calendars = calendars;
  }

  /**
   * @param calendars a digest of all named calendars; those that are read later are not older
   */
  private record Setting(String queue, String closed, String calendars, Instant now) {}

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "closed-times",
        Duration.ofMillis(500),
        "SCHED-0065 could not calculate when worker queues are closed; a queue whose closed time is over stays open; next try in 0.5 s");
  }

  @Override
  public String condition() {
    return ("EXISTS (SELECT FROM scheduler.worker_queue q WHERE " + OUTDATED + ")")
        .replace("<calendars>", CALENDARS);
  }

  @Override
  public void run() {
    SqlText sql =
        new SqlText(
            """
            SELECT q.name, q.closed, <calendars> AS calendars, clock_timestamp() AS now
              FROM scheduler.worker_queue q
             WHERE <outdated>
             ORDER BY q.name
            """
                .replace("<outdated>", OUTDATED)
                .replace("<calendars>", CALENDARS));
    List<Setting> settings =
        statements.query(
            "read the closed times of worker queues",
            sql,
            row ->
                new Setting(
                    row.getString("name"),
                    row.getString("closed"),
                    row.getString("calendars"),
                    Columns.instant(row, "now")));
    List<RuntimeException> failures =
        settings.stream().map(this::failure).flatMap(Optional::stream).toList();
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  /** A fault in the times of one queue, which must not keep others from being calculated. */
  private Optional<RuntimeException> failure(Setting setting) {
    try {
      calculate(setting);
      return Optional.empty();
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      return Optional.of(new IllegalStateException("worker queue " + setting.queue, e));
    }
  }

  private void calculate(Setting setting) {
    try {
      store(
          setting,
          setting.closed.equals(ClosedTimes.NEVER)
              ? null
              : ClosedTimes.parse(setting.closed, calendars).closed(setting.now));
    } catch (RecurrenceSyntaxException e) {
      LOG.log(
          Level.WARNING,
          "SCHED-0066 the closed times of worker queue {0} are refused, and it is served at all times: {1}",
          setting.queue,
          e.getMessage());
      store(setting, null);
    }
  }

  private void store(Setting setting, @Nullable Closed closed) {
    statements.update(
        "store the closed time of worker queue " + setting.queue,
        new SqlText(
                """
                UPDATE scheduler.worker_queue
                   SET closed_from = :from::timestamptz, closed_until = :until::timestamptz, closed_with = :calendars
                 WHERE name = :queue AND closed = :closed
                """)
            .set("queue", setting.queue)
            .set("closed", setting.closed)
            .set("calendars", setting.calendars)
            .set("from", closed == null ? null : closed.from())
            .set("until", closed == null ? null : closed.until()));
  }
}
