package org.goodtiming.scheduler.execution;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskDescription;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.goodtiming.scheduler.telemetry.Events;
import org.jspecify.annotations.Nullable;

/** Sends long runs again whose workers are silent, or ends them as errors. */
final class LostRuns implements LeaderTask {

  private static final int BATCH = 500;

  /** What becomes of a silent run. */
  private enum Fate {
    /** A job that runs once is not sent again while a later job waits under its key. */
    SENT_AGAIN(
        """
        e.attempt < e.max_attempts AND e.cancel_requested_at IS NULL
        AND (e.planned_run IS NOT NULL
             OR NOT EXISTS (SELECT 1 FROM scheduler.job j WHERE j.queue = e.queue AND j.job_id = e.job_id))
        """),

    EXHAUSTED("(e.attempt >= e.max_attempts OR e.cancel_requested_at IS NOT NULL)"),

    /** The key of a schedule is always taken, and that of a held job for an unknown time. */
    FOLLOWED(
        """
        e.attempt < e.max_attempts AND e.cancel_requested_at IS NULL AND e.planned_run IS NULL
        AND EXISTS (SELECT 1 FROM scheduler.job j
                     WHERE j.queue = e.queue AND j.job_id = e.job_id AND (j.planned_at IS NOT NULL OR j.held_at IS NOT NULL))
        """);

    private final String condition;

    Fate(String condition) {
      this.condition = condition;
    }

    private String oldest() {
      return """
          (SELECT '<fate>' AS fate, e.fire_id FROM scheduler.execution e
            WHERE e.heartbeat_until <= (SELECT clock_timestamp()) AND <condition>
            ORDER BY e.heartbeat_until LIMIT :limit)
          """
          .replace("<fate>", name())
          .replace("<condition>", condition);
    }
  }

  private static final String SILENT =
      Arrays.stream(Fate.values()).map(Fate::oldest).collect(joining("UNION ALL\n"));

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
    Map<Fate, List<UUID>> silent = silent();
    if (!watch.isLongEnough()) {
      return;
    }
    List<UUID> again = silent.get(Fate.SENT_AGAIN);
    if (again != null) {
      recovery.sendAgain(again);
    }
    giveUp(
        silent.get(Fate.EXHAUSTED),
        "SCHED-0813 no heartbeat of the worker, and no attempt is left");
    giveUp(
        silent.get(Fate.FOLLOWED),
        "SCHED-0641 no heartbeat of the worker, and a schedule or a held job has taken the key of the job");
  }

  private void giveUp(@Nullable List<UUID> runs, String why) {
    if (runs != null) {
      new RunTally(recovery.giveUp(runs, why)).tell(events);
    }
  }

  /** The silent runs, one statement for all. */
  private Map<Fate, List<UUID>> silent() {
    record Silent(Fate fate, UUID fireId) {}
    // Rows are locked in the order of their fire ids everywhere
    return statements
        .query(
            "query runs whose workers are silent",
            new SqlText(SILENT).set("limit", BATCH),
            row -> new Silent(Fate.valueOf(row.getString("fate")), Columns.fireId(row)))
        .stream()
        .sorted(Comparator.comparing(Silent::fireId))
        .collect(groupingBy(Silent::fate, mapping(Silent::fireId, toList())));
  }
}
