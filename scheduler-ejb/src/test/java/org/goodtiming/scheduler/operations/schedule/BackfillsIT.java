package org.goodtiming.scheduler.operations.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.dispatch.DeliveredJob;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.schedule.Backfills.Added;
import org.goodtiming.scheduler.operations.schedule.Backfills.Refused;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs for planned times of a range that has passed. */
class BackfillsIT {

  private static final JobKey KEY = new JobKey("a", "1");
  private static final Instant FIRST = Instant.parse("2020-01-01T06:00:00Z");
  private static final Instant LAST = Instant.parse("2020-01-05T06:00:00Z");
  private static final Duration PACE = Duration.ofMillis(10);

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore jobs =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final DueJobs due =
      new DueJobs(database.xa(), database.executions(), database.schedules());
  private final Audit audit = new Audit(database.xa(), "node-1");
  private final Backfills backfills = new Backfills(database.xa(), audit, PACE);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void each_planned_time_gets_one_run_in_its_turn() {
    register(daily().tracked());
    String planned = waiting();
    assertThat(ask(FIRST, LAST.plusSeconds(1), Duration.ofMinutes(1), false))
        .isEqualTo(new Added(5, FIRST, LAST, Duration.ofMinutes(1)));
    assertThat(waiting()).as("the planned run").isEqualTo(planned);
    assertThat(backfilled()).containsExactlyInAnyOrder(null, FIRST, day(1), day(2), day(3), LAST);
    assertThat(
            database.value(
                "SELECT extract(epoch FROM max(due_at) - min(due_at)) FROM scheduler.job WHERE job_id LIKE '1~%'"))
        .isEqualTo("240.000000");
    database.execute(
        "UPDATE scheduler.job SET eligible_at = due_at - interval '1 h' WHERE job_id LIKE '1~%'");

    List<ClaimedJob> runs = claim();
    assertThat(runs)
        .extracting(run -> run.planned().plannedAt())
        .containsExactly(FIRST, day(1), day(2), day(3), LAST);
    assertThat(backfilled()).containsExactlyInAnyOrder(null, FIRST, day(1), day(2), day(3), LAST);
    Map<String, Object> delivered = new DeliveredJob(runs.get(0), 1).properties();
    assertThat(delivered)
        .containsEntry("scheduler_jobId", "1")
        .containsEntry("scheduler_trigger", "backfill")
        .containsEntry("scheduler_late", "backfill")
        .containsEntry("scheduler_run", 0L)
        .containsEntry("scheduler_plannedAt", FIRST.toEpochMilli())
        .containsEntry("scheduler_previousAt", FIRST.minus(Duration.ofDays(1)).toEpochMilli())
        .containsEntry("scheduler_nextAt", FIRST.plus(Duration.ofDays(1)).toEpochMilli());
    assertThat(database.value("SELECT runs FROM scheduler.schedule")).isEqualTo("0");
    assertThat(
            database.value(
                "SELECT count(*) FROM scheduler.execution_transition WHERE message = 'backfill by ops'"))
        .isEqualTo("5");
    assertThat(
            database.value(
                "SELECT after ->> 'runs' FROM scheduler.audit WHERE action = 'backfill schedule' ORDER BY id DESC LIMIT 1"))
        .isEqualTo("5");
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void a_dry_run_adds_none() {
    register(daily());
    assertThat(ask(FIRST, LAST, null, true))
        .as("the end of the range is not in it")
        .isEqualTo(new Added(4, FIRST, LAST.minus(Duration.ofDays(1)), PACE));
    assertThat(ask(FIRST.plusSeconds(1), FIRST.plusSeconds(2), null, false))
        .isEqualTo(new Added(0, null, null, PACE));
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("1");
  }

  @Test
  void a_cancel_of_the_schedule_drops_the_runs_that_wait() {
    register(daily());
    ask(FIRST, LAST, null, false);
    jobs.cancel(KEY, Instant.parse("2100-01-01T00:00:00Z"), "test");
    assertThat(claim()).isEmpty();
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void many_runs_are_added_at_once_and_more_are_refused() {
    register(job("a", "1").recurring("cron:0 * * ? * *", "2100-01-01T00:00:00Z"));
    Instant until = FIRST.plus(Duration.ofMinutes(Backfills.MAX_RUNS));
    assertThat(ask(FIRST, until.plusSeconds(1), null, false)).isEqualTo(Refused.TOO_MANY);
    assertThat(ask(FIRST, until, null, false)).isInstanceOf(Added.class);
    assertThat(
            database.value(
                "SELECT count(DISTINCT recovers ->> 'plannedAt') || ' ' || count(*) FROM scheduler.job WHERE job_id LIKE '1~%'"))
        .isEqualTo("10000 10000");
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void what_cannot_be_backfilled_is_refused() {
    assertThat(ask(FIRST, LAST, null, true)).isEqualTo(Refused.UNKNOWN);
    register(daily());
    assertThat(ask(LAST, FIRST, null, true)).isEqualTo(Refused.NOT_PAST);
    assertThat(ask(FIRST, Instant.parse("2100-01-01T00:00:00Z"), null, true))
        .isEqualTo(Refused.NOT_PAST);
    new ScheduleChanges(database.xa(), audit).pause("ops", KEY, null);
    assertThat(ask(FIRST, LAST, null, true)).isEqualTo(Refused.PAUSED);
    jobs.cancel(KEY, Instant.parse("2099-01-01T00:00:00Z"), "test");
    assertThat(ask(FIRST, LAST, null, true)).isEqualTo(Refused.ENDED);
  }

  @Test
  void a_delay_between_runs_has_no_times_without_them() {
    register(job("a", "1").recurring("delay:PT1H", "2100-01-01T00:00:00Z"));
    assertThat(ask(FIRST, LAST, null, true)).isEqualTo(Refused.COUNTS_FROM_RUNS);
  }

  private static Instant day(int number) {
    return FIRST.plus(Duration.ofDays(number));
  }

  /** As people see it. */
  private List<Instant> backfilled() {
    return new Executions(database.reader())
        .ofJob(KEY, 100).stream().map(ExecutionStatus::backfillOf).toList();
  }

  private static Jobs daily() {
    return job("a", "1").recurring("cron:0 0 6 ? * *", "2100-01-01T06:00:00Z");
  }

  private Backfills.Answer ask(Instant from, Instant until, Duration pace, boolean isDryRun) {
    return backfills.backfill("ops", KEY, new Backfills.Range(from, until, pace), isDryRun);
  }

  private void register(Jobs job) {
    jobs.register(List.of(job.build()));
  }

  private String waiting() {
    return database.value("SELECT j FROM scheduler.job j WHERE job_id = '1'");
  }

  private List<ClaimedJob> claim() {
    return due.claim(Map.of("a", 100), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs();
  }
}
