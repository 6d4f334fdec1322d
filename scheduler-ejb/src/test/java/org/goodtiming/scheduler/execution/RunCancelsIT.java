package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.job.Cancelled;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.operations.row.SequentialScans;
import org.goodtiming.scheduler.sql.SqlText;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Cancels of runs that their workers have. */
class RunCancelsIT {

  private final ContractDatabase database = ContractDatabase.shared();
  private final ExecutionStore executions = database.executions();
  private final Executions reads = new Executions(database.xa());
  private final ReportStore reports = new ReportStore(database.xa(), "node-1", Duration.ofDays(1));
  private final JobStore jobs = new JobStore(database.xa(), executions, database.schedules());
  private final DueJobs due = new DueJobs(database.xa(), executions, database.schedules());
  private final LostRuns lost = LostRuns.atOnce(database.xa(), "node-1", event -> {});
  private final RunCancels cancels = new RunCancels(database.xa(), executions);
  private final List<UUID> told = new ArrayList<>();
  private final CancelNotices notices = new CancelNotices(cancels, told::addAll);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void workers_are_notified_once_and_again_after_each_sign_of_life() {
    ClaimedJob run = running(1);
    assertThat(cancels.request(run.fireId(), "operator")).contains(ExecutionState.RUNNING);
    database.runIfItHasWork(notices);
    database.runIfItHasWork(notices);
    assertThat(told).containsExactly(run.fireId());

    book(run, Report.Event.HEARTBEAT);
    database.runIfItHasWork(notices);
    assertThat(told).containsExactly(run.fireId(), run.fireId());

    book(run, Report.Event.CANCELLED);
    database.runIfItHasWork(notices);
    assertThat(told).hasSize(2);
    assertThat(status(run).state()).isEqualTo(ExecutionState.CANCELLED);
  }

  @Test
  void the_search_for_work_does_not_read_the_runs_that_are_not_cancelled_or_have_ended() {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, cancel_requested_at, ended_at)
        SELECT gen_random_uuid(), 'a', 'c' || i, 'CANCELLED', 'node-1', '2020-01-01Z', '2020-01-01Z', '2020-01-01Z' FROM generate_series(1, 10000) i;
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at)
        SELECT gen_random_uuid(), 'a', 'd' || i, CASE WHEN i % 2 = 0 THEN 'DISPATCHED' ELSE 'RUNNING' END, 'node-1', '2020-01-01Z' FROM generate_series(1, 10000) i;
        ANALYZE scheduler.execution
        """);
    SequentialScans scans = new SequentialScans(database.xa());
    assertThat(scans.of(new SqlText("SELECT " + RunCancels.ANY_UNREPORTED))).isEmpty();
    assertThat(scans.of(new SqlText("SELECT " + RunCancels.ANY_RECALLABLE))).isEmpty();
  }

  @Test
  void the_cancels_of_many_runs_are_sent_in_one_check() {
    int many = 1_001;
    jobs.register(
        IntStream.range(0, many)
            .mapToObj(i -> job("a", Integer.toString(i)).tracked().build())
            .toList());
    List<ClaimedJob> runs =
        due.claim(Map.of("a", many), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs();
    reports.book(runs.stream().map(run -> report(run, Report.Event.STARTED, 1)).toList());
    assertThat(runs).hasSize(many);
    database.execute(
        "UPDATE scheduler.execution SET cancel_requested_at = clock_timestamp(), cancel_requested_by = 'operator'");

    database.runIfItHasWork(notices);

    assertThat(told)
        .containsExactlyInAnyOrderElementsOf(runs.stream().map(ClaimedJob::fireId).toList());
  }

  @Test
  void the_cancel_of_a_run_that_no_worker_has_begun_is_sent_as_soon_as_one_begins() {
    ClaimedJob run = dispatched();
    assertThat(cancels.request(run.fireId(), "operator")).contains(ExecutionState.DISPATCHED);
    database.runIfItHasWork(notices);
    assertThat(told).isEmpty();

    book(run, Report.Event.STARTED);
    database.runIfItHasWork(notices);
    assertThat(told).containsExactly(run.fireId());
  }

  @Test
  void workers_that_could_not_be_notified_are_notified_at_the_next_try() {
    ClaimedJob run = running(1);
    cancels.request(run.fireId(), "operator");
    CancelNotices failing =
        new CancelNotices(
            cancels,
            fireIds -> {
              throw new IllegalStateException("the broker is away");
            });
    assertThatIllegalStateException().isThrownBy(failing::run);
    database.runIfItHasWork(notices);
    assertThat(told).containsExactly(run.fireId());
  }

  @Test
  void a_cancelled_run_is_not_sent_again() {
    ClaimedJob silent = running(2);
    cancels.request(silent.fireId(), "operator");
    database.execute(
        "UPDATE scheduler.execution SET heartbeat_until = clock_timestamp() WHERE heartbeat_until IS NOT NULL");
    lost.run();
    assertThat(status(silent).state()).isEqualTo(ExecutionState.CANCELLED);

    ClaimedJob handedBack = running(2);
    cancels.request(handedBack.fireId(), "operator");
    book(handedBack, Report.Event.RETURNED);
    assertThat(status(handedBack).state()).isEqualTo(ExecutionState.CANCELLED);
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
  }

  @Test
  void a_cancel_beside_a_finish_meets_the_run_either_before_or_after_it() {
    for (int round = 0; round < 50; round++) {
      ClaimedJob run = running(1);
      CompletableFuture<List<Report>> finish =
          CompletableFuture.supplyAsync(
              () -> reports.book(List.of(report(run, Report.Event.FINISHED, 1))).ignored());
      ExecutionState met = cancels.request(run.fireId(), "operator").orElseThrow();
      assertThat(finish.join()).isEmpty();

      ExecutionStatus end = status(run);
      assertThat(end.state()).isEqualTo(ExecutionState.FINISHED);
      assertThat(met).isIn(ExecutionState.RUNNING, ExecutionState.FINISHED);
      assertThat(end.cancelRequestedAt() == null).isEqualTo(met == ExecutionState.FINISHED);
    }
  }

  @Test
  void a_cancel_of_a_job_reaches_its_earlier_run_only_if_no_later_job_waits() {
    Instant sent = Instant.parse("2026-11-20T10:00:00Z");
    jobs.register(List.of(job("a", "1").tracked().sentAt(sent).build()));
    due.claim(Map.of("a", 1), ClaimCursor.NONE, Duration.ZERO, "default", 0);
    jobs.register(List.of(job("a", "1").sentAt(sent.plusSeconds(2)).build()));
    JobKey key = new JobKey("a", "1");
    assertThat(jobs.cancel(key, sent.plusSeconds(1), "ops")).isEqualTo(Cancelled.NOTHING);
    assertThat(jobs.cancel(key, sent.plusSeconds(3), "ops")).isEqualTo(Cancelled.JOB);
    assertThat(jobs.cancel(key, sent.minusSeconds(1), "ops")).isEqualTo(Cancelled.NOTHING);
    assertThat(jobs.cancel(key, sent.plusSeconds(3), "ops")).isEqualTo(Cancelled.RUN);
    assertThat(database.value("SELECT cancel_requested_by FROM scheduler.execution"))
        .isEqualTo("ops");
  }

  @Test
  void a_recall_that_fails_does_not_stop_the_others_and_is_tried_again_later() {
    ClaimedJob first = dispatched();
    ClaimedJob second = dispatched();
    cancels.request(first.fireId(), "operator");
    cancels.request(second.fireId(), "operator");
    List<UUID> tried = new ArrayList<>();
    RunRecalls recalls =
        new RunRecalls(
            cancels,
            (fireId, queue) -> {
              tried.add(fireId);
              throw new IllegalStateException("no consumer for " + queue);
            });
    assertThatIllegalStateException().isThrownBy(() -> database.runIfItHasWork(recalls));
    assertThat(tried).containsExactlyInAnyOrder(first.fireId(), second.fireId());

    assertThat(cancels.beginRecall(first.fireId())).isTrue();
    assertThat(cancels.recallable())
        .containsExactly(new RunCancels.Recallable(second.fireId(), "a"));
    database.execute(
        "UPDATE scheduler.execution SET cancel_told_at = cancel_told_at - interval '6 s', cancel_requested_at = cancel_requested_at - interval '6 s'");
    assertThat(cancels.recallable()).hasSize(2);
  }

  @Test
  void a_run_whose_job_has_vanished_ends_at_once() {
    jobs.register(List.of(job("a", "1").tracked().build()));
    UUID fireId = UUID.fromString(database.value("SELECT fire_id FROM scheduler.execution"));
    database.execute("DELETE FROM scheduler.job");
    assertThat(cancels.request(fireId, "operator")).contains(ExecutionState.SUBMITTED);
    assertThat(reads.find(fireId).orElseThrow().state()).isEqualTo(ExecutionState.CANCELLED);
    assertThat(cancels.request(UUID.randomUUID(), "operator")).isEmpty();
  }

  private ClaimedJob dispatched() {
    jobs.register(List.of(job("a", "1").tracked().build()));
    return due.claim(Map.of("a", 1), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs().get(0);
  }

  private ClaimedJob running(int maxAttempts) {
    ClaimedJob run = dispatched();
    assertThat(reports.book(List.of(report(run, Report.Event.STARTED, maxAttempts))).ignored())
        .isEmpty();
    return run;
  }

  private void book(ClaimedJob run, Report.Event event) {
    assertThat(reports.book(List.of(report(run, event, 1))).ignored()).isEmpty();
  }

  private static Report report(ClaimedJob run, Report.Event event, int maxAttempts) {
    Duration timeout = Duration.ofMinutes(1);
    return new Report(
        run.fireId(),
        run.run().token(),
        event,
        null,
        null,
        "w1",
        timeout,
        maxAttempts,
        null,
        true,
        null,
        Report.Notes.NONE);
  }

  private ExecutionStatus status(ClaimedJob run) {
    assertThat(reads.ofJob(new JobKey("a", "1"), 1)).isNotEmpty();
    return reads.find(run.fireId()).orElseThrow();
  }
}
