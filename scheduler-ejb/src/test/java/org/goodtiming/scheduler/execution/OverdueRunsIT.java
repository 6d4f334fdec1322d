package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs that do not end within their limit. */
class OverdueRunsIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final ExecutionStore executions = database.executions();
  private final ReportStore reports = new ReportStore(database.xa(), "node-1", Duration.ofDays(1));
  private final JobStore jobs = new JobStore(database.xa(), executions, database.schedules());
  private final DueJobs due = new DueJobs(database.xa(), executions, database.schedules());
  private final OverdueRuns overdue = new OverdueRuns(database.xa(), "node-1");

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_run_has_a_week_unless_its_queue_or_its_job_says_otherwise() {
    register(job("a", "1"));
    assertThat(limit()).isEqualTo("7 days");
    queue("run_timeout = 'PT2H'");
    register(job("a", "1"));
    assertThat(limit()).isEqualTo("02:00:00");
    register(job("a", "1").carried(Map.of(JobProperty.RUN_TIMEOUT, "PT5M")));
    assertThat(limit()).isEqualTo("00:05:00");
  }

  @Test
  void a_run_that_nobody_reports_on_ends_as_an_error() {
    register(job("a", "1"));
    ClaimedJob run = claim();
    assertThat(overdue.find()).isEmpty();
    pass("P6DT23H");
    assertThat(overdue.find()).isEmpty();
    pass("PT2H");
    assertThat(overdue.find()).containsExactly(run.fireId());

    OverdueRuns.Result result = end(run);

    assertThat(result.retried()).isEmpty();
    assertThat(result.ended()).extracting(RunChange::state).containsExactly(ExecutionState.ERROR);
    assertThat(execution())
        .isEqualTo(
            "ERROR 1 SCHED-0651 no end was reported within PT168H of the dispatch (no worker has begun)");
    assertThat(book(run, Report.Event.STARTED)).as("too late").isFalse();
    assertThat(overdue.find()).isEmpty();
    assertThat(overdue.lock(run.fireId())).as("ended").isEmpty();
  }

  @Test
  void a_worker_that_works_for_too_long_is_fenced_and_its_run_tried_again() {
    queue("run_timeout = 'PT1H', retry = 'PT1M'");
    register(job("a", "1"));
    ClaimedJob first = claim();
    assertThat(book(first, Report.Event.STARTED)).isTrue();
    pass("PT59M");
    assertThat(overdue.find()).as("heartbeats do not matter").isEmpty();
    pass("PT2M");
    assertThat(end(first).retried())
        .extracting(RunRetry::delay)
        .containsExactly(Duration.ofMinutes(1));
    assertThat(execution())
        .isEqualTo(
            "SUBMITTED 2 SCHED-0648 attempt 1 of 2 failed, the next follows in PT1M: SCHED-0651 no end was reported within PT1H of the dispatch (its worker has begun)");
    assertThat(book(first, Report.Event.FINISHED)).as("of the fenced worker").isFalse();

    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp()");
    ClaimedJob second = claim();
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(overdue.find()).as("its limit counts from its own dispatch").isEmpty();
    pass("PT2H");
    assertThat(end(second).ended()).hasSize(1);
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void a_cancelled_run_whose_worker_does_not_stop_ends_as_cancelled() {
    queue("run_timeout = 'PT1H', retry = 'PT1M'");
    register(job("a", "1"));
    ClaimedJob run = claim();
    new RunCancels(database.xa(), executions).request(run.fireId(), "test");
    pass("PT2H");
    assertThat(end(run).ended())
        .extracting(RunChange::state)
        .containsExactly(ExecutionState.CANCELLED);
  }

  @Test
  void a_run_that_a_node_of_the_former_version_stores_has_a_limit_too() {
    database.execute(
        "INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, dispatched_at) VALUES (gen_random_uuid(), 'a', '1', 'DISPATCHED', 'old', clock_timestamp(), clock_timestamp())");
    pass("P8D");
    assertThat(overdue.find()).hasSize(1);
  }

  @Test
  void the_search_reads_neither_runs_that_wait_nor_runs_that_have_ended() {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, overdue_at)
        SELECT gen_random_uuid(), 'b', i, 'SUBMITTED', 'node-1', '2100-01-01Z', '2100-01-08Z' FROM generate_series(1, 20000) i;
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, overdue_at, ended_at)
        SELECT gen_random_uuid(), 'b', i, 'FINISHED', 'node-1', '2020-01-01Z', '2020-01-08Z', '2020-01-01Z' FROM generate_series(1, 20000) i;
        ANALYZE scheduler.execution
        """);
    String plan =
        database.valueAsNode(
            "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + OverdueRuns.FIND.replace(":limit", "500"));
    assertThat(plan).contains("execution_overdue").contains("\"Rows Removed by Filter\": 0");
  }

  @Test
  void waiting_runs_have_no_limit() {
    queue("run_timeout = 'PT1S'");
    register(job("a", "1"));
    database.execute(
        "UPDATE scheduler.execution SET overdue_at = clock_timestamp() - interval 'P1D'");
    assertThat(overdue.find()).isEmpty();
  }

  @Test
  void the_limit_of_a_run_that_was_dispatched_before_its_due_time_counts_from_the_dispatch() {
    queue("run_timeout = 'PT1H'");
    register(job("a", "1").dueAt("2037-01-01T00:00:00Z"));
    database.execute(
        "UPDATE scheduler.job SET due_at = clock_timestamp(), eligible_at = clock_timestamp()");
    ClaimedJob run = claim();
    pass("PT2H");
    assertThat(overdue.find()).containsExactly(run.fireId());
  }

  private OverdueRuns.Result end(ClaimedJob run) {
    return overdue.end(overdue.lock(run.fireId()).orElseThrow());
  }

  private void queue(String settings) {
    database.execute("UPDATE scheduler.worker_queue SET %s WHERE name = 'a'".formatted(settings));
  }

  private void register(Jobs job) {
    jobs.register(List.of(job.tracked().build()));
  }

  private ClaimedJob claim() {
    return due.claim(Map.of("a", 1), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs().get(0);
  }

  private void pass(String time) {
    database.execute(
        "UPDATE scheduler.execution SET dispatched_at = dispatched_at - interval '%1$s', overdue_at = overdue_at - interval '%1$s'"
            .formatted(time));
  }

  private boolean book(ClaimedJob run, Report.Event event) {
    return reports.book(List.of(Reports.of(run, event, (Integer) null))).ignored().isEmpty();
  }

  private String limit() {
    return database.value(
        "SELECT run_limit FROM scheduler.execution WHERE state = 'SUBMITTED' AND overdue_at = due_at + run_limit");
  }

  private String execution() {
    return database.value(
        "SELECT state || ' ' || attempt || ' ' || message FROM scheduler.execution");
  }
}
