package org.goodtiming.scheduler.execution;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.telemetry.Events;

/** Sends long runs again whose workers are silent, or ends them as errors. */
final class LostRuns implements LeaderTask {

  private static final int BATCH = 500;
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  /** Time of two heartbeats, which lets heartbeats that an outage delayed be processed first. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  private final Statements statements;
  private final RunRecovery recovery;
  private final BooleanSupplier heartbeatsArrive;
  private final UnbrokenWatch watch;
  private final Events events;

  private LostRuns(
      DataSource dataSource,
      String node,
      BooleanSupplier heartbeatsArrive,
      UnbrokenWatch watch,
      Events events) {
    this.statements = new Statements(dataSource);
    this.recovery = new RunRecovery(dataSource, node);
    this.heartbeatsArrive = heartbeatsArrive;
    this.watch = watch;
    this.events = events;
  }

  /**
   * @param heartbeatsArrive whether database and broker answer; if not, silence proves nothing
   */
  public static LostRuns of(
      DataSource dataSource, String node, BooleanSupplier heartbeatsArrive, Events events) {
    UnbrokenWatch watch = new UnbrokenWatch(GRACE, INTERVAL.multipliedBy(5), System::nanoTime);
    return new LostRuns(dataSource, node, heartbeatsArrive, watch, events);
  }

  /** Creates a task without a grace period, for tests. */
  static LostRuns atOnce(DataSource dataSource, String node, Events events) {
    UnbrokenWatch watch = new UnbrokenWatch(Duration.ZERO, INTERVAL, System::nanoTime);
    return new LostRuns(dataSource, node, () -> true, watch, events);
  }

  @Override
  public TaskDescription description() {
    return new TaskDescription(
        "lost-runs",
        INTERVAL,
        "SCHED-0811 could not search for runs whose workers are silent; next try in 2 s");
  }

  @Override
  public void run() {
    if (!heartbeatsArrive.getAsBoolean()) {
      return;
    }
    List<UUID> again = silent(AGAIN);
    List<UUID> over = silent(OVER);
    List<UUID> followed = silent(FOLLOWED);
    if (!watch.isLongEnough()) {
      return;
    }
    if (!again.isEmpty()) {
      recovery.sendAgain(again);
    }
    if (!over.isEmpty()) {
      giveUp(over, "SCHED-0813 no heartbeat of the worker, and no attempt is left");
    }
    if (!followed.isEmpty()) {
      giveUp(
          followed,
          "SCHED-0641 no heartbeat of the worker, and a schedule or a held job has taken the key of the job");
    }
  }

  private void giveUp(List<UUID> runs, String why) {
    new RunTally(recovery.giveUp(runs, why)).tell(events);
  }

  /** A job that runs once is not sent again while a later job waits under its key. */
  private static final String AGAIN =
      """
      e.attempt < e.max_attempts AND e.cancel_requested_at IS NULL
      AND (e.planned_run IS NOT NULL
           OR NOT EXISTS (SELECT 1 FROM scheduler.job j WHERE j.queue = e.queue AND j.job_id = e.job_id))
      """;

  private static final String OVER =
      "(e.attempt >= e.max_attempts OR e.cancel_requested_at IS NOT NULL)";

  /** The key of a schedule is always taken, and that of a held job for an unknown time. */
  private static final String FOLLOWED =
      """
      e.attempt < e.max_attempts AND e.cancel_requested_at IS NULL AND e.planned_run IS NULL
      AND EXISTS (SELECT 1 FROM scheduler.job j
                   WHERE j.queue = e.queue AND j.job_id = e.job_id AND (j.planned_at IS NOT NULL OR j.held_at IS NOT NULL))
      """;

  private List<UUID> silent(String condition) {
    String sql =
        """
        SELECT e.fire_id FROM scheduler.execution e
         WHERE e.heartbeat_until <= (SELECT clock_timestamp()) AND <condition>
         ORDER BY e.heartbeat_until LIMIT :limit
        """
            .replace("<condition>", condition);
    // Rows are locked in this order everywhere
    return statements
        .query(
            "query runs whose workers are silent",
            new SqlText(sql).set("limit", BATCH),
            Columns::fireId)
        .stream()
        .sorted()
        .toList();
  }
}
