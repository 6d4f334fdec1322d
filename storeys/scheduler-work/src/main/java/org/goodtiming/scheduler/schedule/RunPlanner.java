package org.goodtiming.scheduler.schedule;

import static org.goodtiming.scheduler.sql.Columns.instant;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.job.PlannedRun;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.StoreException;
import org.jspecify.annotations.Nullable;

/** Plans the next runs of schedules that are due. */
record RunPlanner(Duration misfireThreshold, CatchUpPace pace) {

  private static final String OVER = "no further run is due";

  private static final Duration UNTIL_COUNTED = Duration.ofSeconds(5);

  /**
   * @param runs of the schedule, with this one
   * @param end why there is no further run; null if there is one
   * @param turn when the next run may catch up; null if it need not
   */
  record Planned(
      JobKey key, PlannedRun run, int runs, @Nullable String end, @Nullable Instant turn) {}

  /** Plans the run after that of the row, by the calendars that its recurrence names. */
  Planned plan(ResultSet row, NamedCalendars named) throws SQLException {
    JobKey key = Columns.key(row);
    if (row.getBoolean("pauses")) {
      return paused(row, key);
    }
    try {
      Plan plan = new Plan(Recurrence.parse(row.getString("recurrence"), named), misfire(row));
      boolean overlaps = row.getBoolean("overlaps");
      Plan.Outcome outcome = overlaps ? overlapping(row, plan) : outcome(row, plan);
      String skipped =
          overlaps ? PlannedRun.OVERLAPS : outcome.skipped() ? PlannedRun.TOO_LATE : null;
      String end = outcome.nextAt() == null ? OVER : null;
      return new Planned(
          key, run(row, outcome, skipped), outcome.runs(), end, turn(row, key, outcome));
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      // Written by hand, or a fault of the evaluation: the run must not fail for ever
      Plan.Outcome last = new Plan.Outcome(false, row.getInt("runs") + 1, null);
      return new Planned(key, run(row, last, null), last.runs(), "SCHED-0640 " + reason(e), null);
    }
  }

  /** The run waits again, until a leader has counted the failures and paused its schedule. */
  private static Planned paused(ResultSet row, JobKey key) throws SQLException {
    Instant planned = instant(row, "next_planned_at");
    int runs = row.getInt("runs");
    PlannedRun run =
        new PlannedRun(
            planned,
            runs + 1,
            Columns.instantOrNull(row, "passed_at"),
            planned,
            PlannedRun.PAUSED,
            null);
    return new Planned(key, run, runs, null, instant(row, "now").plus(UNTIL_COUNTED));
  }

  private Plan.Outcome outcome(ResultSet row, Plan plan) throws SQLException {
    return plan.outcome(
        instant(row, "next_planned_at"),
        row.getInt("runs"),
        instant(row, "now"),
        misfireThreshold,
        jitter(row));
  }

  /** The run is due before the end of the last one, and its schedule skips such runs. */
  private static Plan.Outcome overlapping(ResultSet row, Plan plan) throws SQLException {
    int runs = row.getInt("runs");
    return new Plan.Outcome(
        true, runs, plan.skipped(instant(row, "next_planned_at"), instant(row, "now"), runs));
  }

  static String reason(Throwable failure) {
    return failure instanceof RecurrenceSyntaxException
        ? "the recurrence cannot be read: " + failure.getMessage()
        : "the scheduler fails to compute the next run: " + failure;
  }

  private @Nullable Instant turn(ResultSet row, JobKey key, Plan.Outcome outcome)
      throws SQLException {
    Instant now = instant(row, "now");
    Instant next = outcome.nextAt();
    return next != null && next.isBefore(now.minus(threshold(row)))
        ? pace.turn(key.queue(), now)
        : null;
  }

  private PlannedRun run(ResultSet row, Plan.Outcome outcome, @Nullable String skipped)
      throws SQLException {
    Instant planned = instant(row, "next_planned_at");
    return new PlannedRun(
        planned,
        row.getInt("runs") + 1,
        Columns.instantOrNull(row, "passed_at"),
        outcome.nextAt(),
        skipped,
        misfire(row).lateness(planned, instant(row, "now"), threshold(row)));
  }

  /** A run is not late before its jitter has passed. */
  private Duration threshold(ResultSet row) throws SQLException {
    return misfireThreshold.plus(jitter(row));
  }

  private static Duration jitter(ResultSet row) throws SQLException {
    return Duration.ofMillis(Math.round(row.getDouble("jitter_seconds") * 1000));
  }

  static Misfire misfire(ResultSet row) throws SQLException {
    return Misfire.named(row.getString("misfire")).orElse(Misfire.FIRE_ONCE);
  }
}
