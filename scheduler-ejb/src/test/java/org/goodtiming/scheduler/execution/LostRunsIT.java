package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.ExecutionEvent.RunsEnded;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Long runs whose workers fall silent. */
class LostRunsIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final ExecutionStore executions = database.executions();
  private final Executions reads = new Executions(database.xa());
  private final ReportStore reports = new ReportStore(database.xa(), "node-1", Duration.ofDays(1));
  private final JobStore jobs = new JobStore(database.xa(), executions, database.schedules());
  private final DueJobs due = new DueJobs(database.xa(), executions, database.schedules());
  private final List<Event> events = new ArrayList<>();
  private final LostRuns lost = LostRuns.atOnce(database.xa(), "node-1", events::add);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_silent_run_with_an_attempt_left_waits_again_and_its_old_worker_cannot_report() {
    ClaimedJob first = startedRun(2);
    silence();
    lost.run();
    assertThat(status().state()).isEqualTo(ExecutionState.SUBMITTED);
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");

    ClaimedJob second = claim();
    assertThat(second.fireId()).isEqualTo(first.fireId());
    assertThat(second.run().attempt()).isEqualTo(2);
    assertThat(second.envelope().body().asText()).isEqualTo("check the order");
    assertThat(reports.book(List.of(report(first, Report.Event.FINISHED, 2))).ignored()).hasSize(1);
    assertThat(reports.book(List.of(report(second, Report.Event.FINISHED, 2))).ignored()).isEmpty();
    assertThat(status().state()).isEqualTo(ExecutionState.FINISHED);
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void a_silent_run_without_an_attempt_left_ends_as_an_error() {
    startedRun(1);
    silence();
    lost.run();
    assertThat(status().state()).isEqualTo(ExecutionState.ERROR);
    assertThat(status().message()).startsWith("SCHED-0813 ");
    assertThat(events).hasSize(1);
    RunsEnded ended = (RunsEnded) events.get(0);
    assertThat(ended.queue()).isEqualTo("a");
    assertThat(ended.finished()).isZero();
    assertThat(ended.failed()).isEqualTo(1);
    assertThat(ended.durationMicros()).hasSize(1);
  }

  @Test
  void the_end_of_a_run_is_booked_with_the_time_since_its_start() {
    ClaimedJob run = startedRun(1);
    database.execute(
        "UPDATE scheduler.execution SET started_at = clock_timestamp() - interval 'PT1H'");

    ReportStore.Booked booked = reports.book(List.of(report(run, Report.Event.FINISHED, 1)));

    assertThat(booked.changes()).hasSize(1);
    RunChange end = booked.changes().get(0);
    assertThat(end.state()).isEqualTo(ExecutionState.FINISHED);
    assertThat(Duration.of(end.micros(), ChronoUnit.MICROS))
        .isBetween(Duration.ofMinutes(60), Duration.ofMinutes(61));
  }

  @Test
  void a_run_that_has_sent_its_heartbeat_goes_on() {
    ClaimedJob run = startedRun(2);
    silence();
    reports.book(List.of(report(run, Report.Event.HEARTBEAT, 2)));
    lost.run();
    assertThat(status().state()).isEqualTo(ExecutionState.RUNNING);
  }

  @Test
  void a_run_that_its_worker_returns_waits_again_and_has_as_many_attempts_left_as_before() {
    ClaimedJob first = startedRun(1);
    assertThat(reports.book(List.of(report(first, Report.Event.RETURNED, 1))).ignored()).isEmpty();
    assertThat(status().state()).isEqualTo(ExecutionState.SUBMITTED);
    assertThat(status().attempt()).isEqualTo(2);
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
    assertThat(reports.book(List.of(report(first, Report.Event.RETURNED, 1))).ignored()).hasSize(1);

    assertThat(reports.book(List.of(report(claim(), Report.Event.STARTED, 1))).ignored()).isEmpty();
    silence();
    lost.run();
    assertThat(status().state()).isEqualTo(ExecutionState.ERROR);
  }

  @Test
  void nobody_returns_a_run_without_its_token() {
    ClaimedJob run = startedRun(2);
    Report forged =
        new Report(
            run.fireId(),
            "guessed",
            Report.Event.RETURNED,
            null,
            null,
            null,
            null,
            1,
            null,
            true,
            null,
            Report.Notes.NONE);
    assertThat(reports.book(List.of(forged)).ignored()).hasSize(1);
    assertThat(status().state()).isEqualTo(ExecutionState.RUNNING);
  }

  @Test
  void a_run_whose_key_a_later_job_has_taken_is_sent_again_when_that_job_has_gone() {
    startedRun(2);
    jobs.register(List.of(job("a", "1").build()));
    silence();
    lost.run();
    assertThat(status().state()).isEqualTo(ExecutionState.RUNNING);
    claim();
    lost.run();
    assertThat(status().state()).isEqualTo(ExecutionState.SUBMITTED);
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void a_silent_run_whose_key_a_held_job_has_taken_ends_as_an_error() {
    startedRun(2);
    jobs.register(List.of(job("a", "1").build()));
    database.execute(
        "UPDATE scheduler.job SET held_at = clock_timestamp(), eligible_at = '9999-12-31T00:00:00Z'");
    silence();
    lost.run();
    assertThat(status().state()).isEqualTo(ExecutionState.ERROR);
    assertThat(status().message()).startsWith("SCHED-0641 ");
  }

  @Test
  void a_run_of_a_job_that_was_held_is_not_held_when_it_is_sent_again() {
    startedRun(2);
    database.execute(
        "UPDATE scheduler.execution_input SET job = job || '{\"held_at\": \"2026-01-01T00:00:00Z\", \"held_by\": \"ops\"}'");
    silence();
    lost.run();
    assertThat(database.value("SELECT coalesce(held_by, 'nobody') FROM scheduler.job"))
        .isEqualTo("nobody");
    assertThat(database.value("SELECT held_at IS NULL FROM scheduler.job")).isEqualTo("t");
  }

  @Test
  void a_silent_run_whose_key_a_schedule_has_taken_ends_as_an_error() {
    startedRun(2);
    jobs.register(List.of(job("a", "1").recurring("every:PT1H", "2100-01-01T00:00:00Z").build()));
    silence();
    lost.run();
    assertThat(status().state()).isEqualTo(ExecutionState.ERROR);
    assertThat(status().message())
        .isEqualTo(
            "SCHED-0641 no heartbeat of the worker, and a schedule or a held job has taken the key of the job");
  }

  private ClaimedJob startedRun(int maxAttempts) {
    return startedRun(maxAttempts, job("a", "1").tracked());
  }

  private ClaimedJob startedRun(int maxAttempts, Jobs job) {
    jobs.register(List.of(job.build()));
    ClaimedJob run = claim();
    assertThat(reports.book(List.of(report(run, Report.Event.STARTED, maxAttempts))).ignored())
        .isEmpty();
    return run;
  }

  private ClaimedJob claim() {
    return due.claim(Map.of("a", 1), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs().get(0);
  }

  private static Report report(ClaimedJob run, Report.Event event, int maxAttempts) {
    return Reports.of(run, event, maxAttempts);
  }

  private void silence() {
    database.execute(
        "UPDATE scheduler.execution SET heartbeat_until = clock_timestamp() WHERE heartbeat_until IS NOT NULL");
  }

  private ExecutionStatus status() {
    UUID tracked =
        UUID.fromString(
            database.value("SELECT fire_id FROM scheduler.execution WHERE queue = 'a'"));
    assertThat(reads.ofJob(new JobKey("a", "1"), 1)).hasSize(1);
    return reads.find(tracked).orElseThrow();
  }
}
