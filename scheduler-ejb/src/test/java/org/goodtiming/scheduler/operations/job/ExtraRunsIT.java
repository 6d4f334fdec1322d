package org.goodtiming.scheduler.operations.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.dispatch.DeliveredJob;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobChanges.Outcome;
import org.goodtiming.scheduler.operations.job.JobChanges.RunNow;
import org.goodtiming.scheduler.operations.schedule.ScheduleChanges;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Run-now of a schedule adds a run to those that are planned. */
class ExtraRunsIT {

  private static final JobKey KEY = new JobKey("a", "1");
  private static final Instant PLANNED = Instant.parse("2100-01-01T00:00:00Z");

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore jobs =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final DueJobs due =
      new DueJobs(database.xa(), database.executions(), database.schedules());
  private final Executions executions = new Executions(database.reader());
  private final Audit audit = new Audit(database.xa(), "node-1");
  private final JobChanges changes = new JobChanges(database.xa(), audit);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void the_planned_run_stays_and_the_worker_learns_of_the_extra_run() {
    database.execute("UPDATE scheduler.worker_queue SET events = true");
    register(yearly());
    String planned = waiting();
    Instant before = database.now();

    RunNow added = changes.runNow("ops", KEY);

    assertThat(added.outcome()).isEqualTo(Outcome.ADDED);
    ClaimedJob run = onlyClaimed();
    assertThat(run.fireId()).hasToString(added.fireId());
    assertThat(run.envelope().body().asText()).isEqualTo("check the order");
    assertThat(run.dueAt()).isBetween(before, database.now());
    Map<String, Object> delivered = new DeliveredJob(run, 1).properties();
    assertThat(delivered)
        .containsEntry("scheduler_jobId", "1")
        .containsEntry("scheduler_trigger", "run-now")
        .containsEntry("scheduler_run", 0L)
        .containsEntry("scheduler_plannedAt", run.dueAt().toEpochMilli())
        .containsEntry("scheduler_nextAt", PLANNED.toEpochMilli())
        .containsEntry("scheduler_registeredBy", "test")
        .doesNotContainKeys("scheduler_previousAt", "scheduler_late");
    assertThat(waiting()).isEqualTo(planned);
    assertThat(database.value("SELECT runs FROM scheduler.schedule")).isEqualTo("0");
    assertThat(
            database.value(
                "SELECT after ->> 'fireId' FROM scheduler.audit WHERE action = 'run schedule now' ORDER BY id DESC LIMIT 1"))
        .isEqualTo(added.fireId());
    assertThat(
            database.value(
                "SELECT string_agg(type || ' ' || job_id, ', ' ORDER BY position) FROM scheduler.event WHERE fire_id = '%s'"
                    .formatted(added.fireId())))
        .isEqualTo("job.registered 1, job.dispatched 1");
    assertLedgerBalances();
  }

  @Test
  void a_planned_run_has_no_trigger() {
    register(job("a", "1").recurring("every:P3650D", "2020-01-01T00:00:00Z"));
    assertThat(new DeliveredJob(onlyClaimed(), 1).properties())
        .doesNotContainKey("scheduler_trigger");
  }

  @Test
  void the_history_of_a_tracked_extra_run_shows_who_asked_for_it() {
    register(yearly().tracked());

    UUID fireId = UUID.fromString(changes.runNow("ops", KEY).fireId());

    assertThat(executions.find(fireId).orElseThrow().key()).isEqualTo(KEY);
    assertThat(executions.transitions(fireId).get(0).message()).isEqualTo("run-now by ops");
    assertThat(changes.waitingRun(KEY, fireId))
        .contains(new JobChanges.WaitingRun(new JobKey("a", "1~" + fireId), false));
    onlyClaimed();
    assertThat(executions.transitions(fireId)).hasSize(2);
    assertThat(
            database.value(
                "SELECT string_agg(uncounted::text, ' ' ORDER BY uncounted) FROM scheduler.execution"))
        .as("counted is the planned run only")
        .isEqualTo("false true");
  }

  @Test
  void each_request_adds_a_run_and_a_cancel_of_the_schedule_drops_them() {
    register(yearly());
    changes.runNow("ops", KEY);
    changes.runNow("ops", KEY);
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("3");

    jobs.cancel(KEY, PLANNED, "test");

    assertThat(claim()).isEmpty();
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
    assertLedgerBalances();
  }

  @Test
  void a_run_that_waits_for_its_next_attempt_is_tried_at_once() {
    register(job("a", "1").recurring("every:P3650D", "2020-01-01T00:00:00Z"));
    String fireId = database.value("SELECT fire_id FROM scheduler.job");
    database.execute(
        "UPDATE scheduler.job SET eligible_at = '2100-01-01', attempts = 1, last_error = 'full'");

    assertThat(changes.runNow("ops", KEY)).isEqualTo(new RunNow(Outcome.CHANGED, fireId));

    assertThat(onlyClaimed().planned().number()).isEqualTo(1);
  }

  @Test
  void the_run_after_a_skipped_one_has_not_failed() {
    register(yearly());
    database.execute(
        "UPDATE scheduler.job SET eligible_at = '2100-06-01', attempts = 1, last_error = 'full'");
    new ScheduleChanges(database.xa(), audit).skip("ops", KEY);
    String next = waiting();

    assertThat(changes.runNow("ops", KEY).outcome()).isEqualTo(Outcome.ADDED);

    assertThat(waiting()).isEqualTo(next);
    assertThat(
            database.value(
                "SELECT concat_ws(' ', attempts, last_error, eligible_at = due_at) FROM scheduler.job WHERE job_id = '1'"))
        .isEqualTo("0 t");
    assertThat(new DeliveredJob(onlyClaimed(), 1).properties())
        .containsEntry("scheduler_trigger", "run-now")
        .as("the skipped time is still to come")
        .doesNotContainKey("scheduler_previousAt");
  }

  @Test
  void the_answer_names_the_run_of_a_job_that_runs_once() {
    register(job("a", "1").dueAt("2100-01-01T00:00:00Z"));
    RunNow changed = changes.runNow("ops", KEY);
    assertThat(onlyClaimed().fireId()).hasToString(changed.fireId());
  }

  private static Jobs yearly() {
    return job("a", "1").recurring("every:P365D", PLANNED.toString());
  }

  private void register(Jobs job) {
    jobs.register(List.of(job.build()));
  }

  private String waiting() {
    return database.value("SELECT j FROM scheduler.job j WHERE job_id = '1'");
  }

  private ClaimedJob onlyClaimed() {
    List<ClaimedJob> claimed = claim();
    assertThat(claimed).hasSize(1);
    return claimed.get(0);
  }

  private List<ClaimedJob> claim() {
    return due.claim(Map.of("a", 10), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs();
  }

  private void assertLedgerBalances() {
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }
}
