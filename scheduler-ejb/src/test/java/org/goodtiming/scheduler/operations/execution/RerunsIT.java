package org.goodtiming.scheduler.operations.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.execution.rerun.RerunStore;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.batch.BatchChanges;
import org.goodtiming.scheduler.operations.batch.BatchFilter;
import org.goodtiming.scheduler.operations.batch.BatchOperation;
import org.goodtiming.scheduler.operations.batch.BatchPage;
import org.goodtiming.scheduler.operations.batch.BatchQueries;
import org.goodtiming.scheduler.operations.batch.BatchRequest;
import org.goodtiming.scheduler.operations.batch.BatchTally;
import org.goodtiming.scheduler.operations.batch.BatchVerb;
import org.goodtiming.scheduler.operations.batch.RunFilter;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.goodtiming.scheduler.operations.job.JobChanges.WaitingRun;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.goodtiming.scheduler.operations.row.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ended runs that run again with the same input, one or all that match. */
class RerunsIT {

  private static final JobKey KEY = new JobKey("a", "1");
  private static final BatchFilter FAILED = filter(null);

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore jobs =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final DueJobs due =
      new DueJobs(database.xa(), database.executions(), database.schedules());
  private final Executions executions = new Executions(database.reader());
  private final JobQueries inputs = new JobQueries(database.reader(), Redaction.NONE);
  private final RerunStore store = new RerunStore(database.xa(), "node-1");
  private final JobChanges changes =
      new JobChanges(database.xa(), new Audit(database.xa(), "node-1"));
  private final BatchQueries batches =
      new BatchQueries(
          database.reader(), inputs, new QuarantineQueries(database.reader(), Redaction.NONE));

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_failed_run_runs_again_with_the_same_input_and_names_the_old_one() {
    database.execute("UPDATE scheduler.worker_queue SET events = true");
    ClaimedJob failed = failedRun();
    UUID again = UUID.randomUUID();

    assertThat(store.submit(failed.fireId(), again, "jane")).contains(KEY);

    ExecutionStatus status = status(again);
    assertThat(status.state()).isEqualTo(ExecutionState.SUBMITTED);
    assertThat(status.key()).isEqualTo(KEY);
    assertThat(status.runAgainOf()).isEqualTo(failed.fireId());
    assertThat(status.registeredBy()).isEqualTo("jane");
    assertThat(status.attempt()).isEqualTo(1);
    assertThat(executions.transitions(again)).hasSize(1);
    assertThat(inputs.input(again).orElseThrow().body()).asString().isEqualTo("check the order");

    ClaimedJob run = claim().get(0);
    assertThat(run.fireId()).isEqualTo(again);
    assertThat(run.envelope().body().asText()).isEqualTo("check the order");
    assertThat(run.run().attempt()).isEqualTo(1);
    assertThat(status(again).state()).isEqualTo(ExecutionState.DISPATCHED);
    assertThat(status(failed.fireId()).state()).isEqualTo(ExecutionState.EXHAUSTED);
    assertThat(
            database.value(
                "SELECT string_agg(type || ' ' || job_id, ', ' ORDER BY position) FROM scheduler.event WHERE fire_id = '%s'"
                    .formatted(again)))
        .isEqualTo("job.registered 1, job.dispatched 1");
    assertLedgerBalances();
  }

  @Test
  void a_run_of_a_waiting_job_does_not_run_again() {
    ClaimedJob failed = failedRun();
    jobs.register(List.of(job("a", "1").dueAt("2100-01-01T00:00:00Z").build()));

    assertThat(again(failed.fireId())).isEmpty();

    assertThat(database.value("SELECT count(*) FROM scheduler.execution")).isEqualTo("1");
    assertLedgerBalances();
  }

  @Test
  void a_run_whose_job_a_later_cancel_has_met_does_not_run_again() {
    ClaimedJob failed = failedRun();
    jobs.cancel(KEY, Instant.parse("2100-01-01T00:00:00Z"), "jane");

    assertThat(again(failed.fireId())).isEmpty();
    assertLedgerBalances();
  }

  @Test
  void a_run_of_a_schedule_runs_again_beside_the_next_one_with_its_planned_time() {
    ClaimedJob failed = failedRunOfSchedule();
    String schedule = database.value("SELECT s FROM scheduler.schedule s");
    UUID again = UUID.randomUUID();

    assertThat(store.submit(failed.fireId(), again, "jane")).contains(KEY);

    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("2");
    assertThat(again(failed.fireId())).as("while it waits").isEmpty();
    ClaimedJob run = claim().get(0);
    assertThat(run.key()).isEqualTo(KEY);
    assertThat(run.fireId()).isEqualTo(again);
    assertThat(run.planned()).isNotNull().isEqualTo(failed.planned());
    assertThat(database.value("SELECT s FROM scheduler.schedule s")).isEqualTo(schedule);
    assertThat(
            database.value(
                "SELECT bool_or(uncounted) FROM scheduler.execution WHERE run_again_of IS NOT NULL"))
        .isEqualTo("f");
    assertLedgerBalances();
  }

  @Test
  void a_run_that_runs_again_can_fail_and_run_again() {
    ClaimedJob failed = failedRunOfSchedule();
    UUID second = UUID.randomUUID();
    UUID third = UUID.randomUUID();
    store.submit(failed.fireId(), second, "jane");
    fail(claim().get(0));

    assertThat(store.submit(second, third, "jane")).contains(KEY);

    ClaimedJob run = claim().get(0);
    assertThat(run.fireId()).isEqualTo(third);
    assertThat(run.planned()).isEqualTo(failed.planned());
    assertThat(status(third).runAgainOf()).isEqualTo(second);
    assertLedgerBalances();
  }

  @Test
  void a_run_of_a_schedule_that_waits_to_run_again_is_found_for_a_cancel() {
    ClaimedJob failed = failedRunOfSchedule();
    UUID again = UUID.randomUUID();
    store.submit(failed.fireId(), again, "jane");

    assertThat(changes.waitingRun(KEY, again))
        .contains(new WaitingRun(new JobKey("a", "1~" + failed.fireId()), false));
  }

  @Test
  void a_run_is_locked_with_its_state_and_whether_its_input_is_left() {
    ClaimedJob failed = failedRun();
    assertThat(store.lock(failed.fireId()))
        .contains(
            new RerunStore.Source(failed.fireId(), KEY, ExecutionState.EXHAUSTED, false, true));

    database.execute("DELETE FROM scheduler.execution_input");
    assertThat(store.lock(failed.fireId()).orElseThrow().hasInput()).isFalse();
    assertThat(again(failed.fireId())).isEmpty();
    assertThat(store.lock(new UUID(0, 1))).isEmpty();
  }

  @Test
  void a_batch_operation_chooses_the_latest_run_of_a_job_and_each_run_of_a_schedule() {
    ended("1", "ERROR", 1, false);
    ended("1", "EXHAUSTED", 2, false);
    ended("2", "ERROR", 1, false);
    ended("2", "FINISHED", 2, false);
    ended("s", "ERROR", 1, true);
    ended("s", "ERROR", 2, true);

    assertThat(batches.count(request(FAILED))).isEqualTo(3);

    database.execute(
        "UPDATE scheduler.execution SET run_again_of = (SELECT fire_id FROM scheduler.execution WHERE job_id = 's' LIMIT 1) WHERE job_id = '2'");
    assertThat(batches.count(request(FAILED))).as("one was run again").isEqualTo(2);
  }

  @Test
  void a_batch_operation_is_restricted_by_state_prefix_and_end() {
    ended("a-1", "ERROR", 1, false);
    ended("a-2", "FINISHED", 2, false);
    ended("b-3", "CANCELLED", 3, false);

    assertThat(batches.count(request(filter("a-")))).isEqualTo(1);
    assertThat(batches.count(request(ofStates("FINISHED,CANCELLED", null, null)))).isEqualTo(2);
    Instant second = Instant.parse("2020-11-26T00:00:02Z");
    assertThat(batches.count(request(ofStates("FINISHED,CANCELLED", second.plusMillis(1), null))))
        .isEqualTo(1);
    assertThat(batches.count(request(ofStates("FINISHED,CANCELLED", null, second)))).isZero();
  }

  @Test
  void the_steps_of_a_batch_operation_meet_each_run_once() {
    for (int i = 1; i <= 5; i++) {
      ended("job-" + i, "ERROR", 1, false);
    }
    BatchChanges operations = new BatchChanges(database.xa(), new Audit(database.xa(), "node-1"));
    Row created = operations.create("jane", request(FAILED), 5, null);
    assertThat(created.text("runState")).isEqualTo("ERROR,EXHAUSTED");

    int steps = 0;
    for (List<BatchOperation> running = batches.running();
        !running.isEmpty();
        running = batches.running()) {
      BatchOperation operation = running.get(0);
      BatchPage page = batches.next(operation, 2);
      assertThat(operations.begin(operation)).isTrue();
      BatchTally tally = BatchTally.NOTHING;
      for (int i = 0; i < page.targets().size(); i++) {
        tally = tally.plusDone();
      }
      operations.end(operation, page, tally);
      steps++;
    }

    assertThat(steps).isEqualTo(3);
    assertThat(database.value("SELECT state || ' ' || done FROM scheduler.batch_operation"))
        .isEqualTo("finished 5");
  }

  private Optional<JobKey> again(UUID source) {
    return store.submit(source, UUID.randomUUID(), "jane");
  }

  private ClaimedJob failedRun() {
    jobs.register(List.of(job("a", "1").tracked().build()));
    return fail(claim().get(0));
  }

  private ClaimedJob failedRunOfSchedule() {
    jobs.register(
        List.of(
            job("a", "1")
                .tracked()
                .recurring("every:P30D", Misfire.FIRE_ONCE, "2020-01-01T00:00:00Z")
                .build()));
    return fail(claim().get(0));
  }

  private List<ClaimedJob> claim() {
    return due.claim(Map.of("a", 1), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs();
  }

  private ClaimedJob fail(ClaimedJob run) {
    database.executions().ended(List.of(run.fireId()), Ending.EXHAUSTED, "no worker");
    return run;
  }

  private ExecutionStatus status(UUID fireId) {
    return executions.find(fireId).orElseThrow();
  }

  private void ended(String jobId, String state, int second, boolean ofSchedule) {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, submitted_at, ended_at, planned_run)
        SELECT gen_random_uuid(), 'a', '%s', '%s', 'node-1', at, at, at, CASE WHEN %s THEN '{}'::jsonb END
          FROM (SELECT '2020-11-26T00:00:00Z'::timestamptz + %d * interval 'PT1S' AS at) moment
        """
            .formatted(jobId, state, ofSchedule, second));
  }

  private static BatchRequest request(BatchFilter filter) {
    return new BatchRequest(BatchVerb.RUN_AGAIN, null, filter);
  }

  private static BatchFilter filter(String prefix) {
    return new BatchFilter("a", null, prefix, null, null, null, null, null, null, false);
  }

  private static BatchFilter ofStates(String states, Instant from, Instant before) {
    RunFilter runs = new RunFilter(RunFilter.states(states).orElseThrow(), from, before);
    return new BatchFilter(null, null, null, null, null, null, null, null, runs, false);
  }

  private void assertLedgerBalances() {
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }
}
