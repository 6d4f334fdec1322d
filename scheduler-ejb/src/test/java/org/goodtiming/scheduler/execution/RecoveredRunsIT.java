package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.Cancelled;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.job.Overlap;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.schedule.RunReleaser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Long runs of schedules whose workers fall silent or return them. */
class RecoveredRunsIT {

  private static final JobKey KEY = new JobKey("a", "1");
  private static final Instant SENT = Instant.parse("2026-12-01T10:00:00Z");
  private static final Overlap WAITS = Overlap.named("wait", false).orElseThrow();

  private final ContractDatabase database = ContractDatabase.shared();
  private final ExecutionStore executions = database.executions();
  private final ReportStore reports = new ReportStore(database.xa(), "node-1", Duration.ofDays(1));
  private final JobStore jobs = new JobStore(database.xa(), executions, database.schedules());
  private final DueJobs due = new DueJobs(database.xa(), executions, database.schedules());
  private final LostRuns lost = LostRuns.atOnce(database.xa(), "node-1", event -> {});
  private final RunReleaser released =
      new RunReleaser(database.xa(), executions, database.schedules());

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_silent_run_of_a_schedule_is_sent_again_beside_the_next_run() {
    register(Misfire.FIRE_ONCE, Overlap.ALLOWED);
    ClaimedJob first = start(claimOne());
    String schedule = schedule();
    silence();
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("2");

    ClaimedJob second = claimOne();
    assertThat(second.key()).isEqualTo(KEY);
    assertThat(second.fireId()).isEqualTo(first.fireId());
    assertThat(second.dueAt()).isEqualTo(first.dueAt());
    assertThat(second.planned()).isNotNull().isEqualTo(first.planned());
    assertThat(second.run().attempt()).isEqualTo(2);
    assertThat(second.envelope().body().asText()).isEqualTo("check the order");
    assertThat(book(first, Report.Event.FINISHED)).as("the fenced attempt").isFalse();
    assertThat(book(second, Report.Event.FINISHED)).isTrue();
    assertThat(execution(first)).isEqualTo("FINISHED 2");
    assertThat(schedule()).as("the schedule").isEqualTo(schedule);
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("1");
    assertLedgerBalances();
  }

  @Test
  void a_run_that_is_claimed_with_the_next_run_keeps_its_own_times() {
    register(Misfire.FIRE_ALL, Overlap.ALLOWED);
    ClaimedJob first = start(claimOne());
    silence();
    List<ClaimedJob> both = claim();
    assertThat(both).extracting(run -> run.planned().number()).containsExactly(1, 2);
    assertThat(both.get(0).planned()).isEqualTo(first.planned());
    assertLedgerBalances();
  }

  @Test
  void a_run_is_not_sent_again_without_an_attempt_left() {
    register(Misfire.FIRE_ONCE, Overlap.ALLOWED);
    start(claimOne());
    silence();
    ClaimedJob second = start(claimOne());
    silence();
    assertThat(execution(second)).isEqualTo("ERROR 2");
    assertThat(claim()).isEmpty();
    assertLedgerBalances();
  }

  @Test
  void a_run_that_its_worker_returns_is_sent_again() {
    register(Misfire.FIRE_ONCE, Overlap.ALLOWED);
    ClaimedJob first = start(claimOne());
    assertThat(book(first, Report.Event.RETURNED)).isTrue();
    assertThat(claimOne().fireId()).isEqualTo(first.fireId());
    assertLedgerBalances();
  }

  @Test
  void the_next_run_waits_for_the_end_of_a_run_that_is_sent_again() {
    register(Misfire.FIRE_ALL, WAITS);
    ClaimedJob first = start(claimOne());
    silence();
    release();
    ClaimedJob second = claimOne();
    assertThat(second.fireId()).isEqualTo(first.fireId());
    release();
    assertThat(claim()).as("before the second attempt has ended").isEmpty();
    book(second, Report.Event.FINISHED);
    release();
    assertThat(claimOne().planned().number()).isEqualTo(2);
  }

  @Test
  void a_run_that_is_sent_again_is_one_success() {
    register(Misfire.FIRE_ALL, WAITS.until(2));
    ClaimedJob first = start(claimOne());
    silence();
    book(claimOne(), Report.Event.FINISHED);
    book(first, Report.Event.FINISHED);
    release();
    assertThat(successes()).isEqualTo("ACTIVE 1");
    book(claimOne(), Report.Event.FINISHED);
    release();
    assertThat(successes()).isEqualTo("ENDED 2");
    assertLedgerBalances();
  }

  @Test
  void a_run_of_a_stateful_schedule_is_sent_again_with_the_result_that_it_got() {
    register(Misfire.FIRE_ALL, Overlap.named("wait", true).orElseThrow());
    ClaimedJob first = start(claimOne());
    database.execute(
        "INSERT INTO scheduler.execution_result (fire_id, body) VALUES ('%s', 'page 2')"
            .formatted(first.fireId()));
    book(first, Report.Event.FINISHED);
    database.execute(
        "UPDATE scheduler.execution SET result_kind = 'TEXT' WHERE state = 'FINISHED'");
    release();
    start(claimOne());
    silence();
    assertThat(claimOne().envelope().body().asText()).isEqualTo("page 2");
  }

  @Test
  void a_cancel_of_the_schedule_cancels_a_run_that_waits_to_be_sent_again() {
    register(Misfire.FIRE_ONCE, Overlap.ALLOWED);
    ClaimedJob run = start(claimOne());
    silence();
    jobs.cancel(KEY, SENT.plusSeconds(1), "ops");
    assertThat(claim()).isEmpty();
    assertThat(execution(run)).isEqualTo("CANCELLED 2");
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
    assertLedgerBalances();
  }

  @Test
  void a_run_that_waits_to_be_sent_again_is_cancelled_without_its_schedule() {
    register(Misfire.FIRE_ONCE, Overlap.ALLOWED);
    ClaimedJob run = start(claimOne());
    silence();
    JobKey waiting = new JobKey("a", "1~" + run.fireId());
    assertThat(jobs.cancel(waiting, SENT.plusSeconds(1), "ops")).isEqualTo(Cancelled.JOB);
    assertThat(execution(run)).isEqualTo("CANCELLED 2");
    assertThat(database.value("SELECT state FROM scheduler.schedule")).isEqualTo("ACTIVE");
    assertThat(database.value("SELECT job_id FROM scheduler.job")).isEqualTo("1");
    assertLedgerBalances();
  }

  @Test
  void a_job_that_replaces_a_run_that_waits_to_be_sent_again_is_a_job_of_its_own() {
    register(Misfire.FIRE_ONCE, Overlap.ALLOWED);
    ClaimedJob run = start(claimOne());
    silence();
    String waiting = "1~" + run.fireId();
    jobs.register(List.of(job("a", waiting).sentAt(SENT.plusSeconds(1)).build()));
    ClaimedJob other = claimOne();
    assertThat(other.key().jobId()).isEqualTo(waiting);
    assertThat(other.planned()).isNull();
    assertThat(execution(run)).isEqualTo("CANCELLED 2");
    assertLedgerBalances();
  }

  @Test
  void a_run_that_goes_to_the_quarantine_when_it_is_sent_again_does_not_count_twice() {
    register(Misfire.FIRE_ONCE, Overlap.ALLOWED);
    ClaimedJob run = start(claimOne());
    String schedule = schedule();
    silence();
    new FailedJobs(database.xa(), executions, database.schedules())
        .quarantine(
            Long.parseLong(
                database.value("SELECT id FROM scheduler.job WHERE recovers IS NOT NULL")),
            "SCHED-0210",
            "full",
            "node-1");
    assertThat(execution(run)).isEqualTo("EXHAUSTED 2");
    assertThat(schedule()).isEqualTo(schedule);
    assertThat(database.value("SELECT job_id FROM scheduler.quarantine"))
        .isEqualTo("1~" + run.fireId());
    assertLedgerBalances();
  }

  private void register(Misfire misfire, Overlap overlap) {
    jobs.register(
        List.of(
            job("a", "1")
                .tracked()
                .recurring("every:P30D", misfire, "2020-01-01T00:00:00Z")
                .overlap(overlap)
                .sentAt(SENT)
                .build()));
  }

  private ClaimedJob claimOne() {
    return claim(1).get(0);
  }

  private List<ClaimedJob> claim() {
    return claim(10);
  }

  private List<ClaimedJob> claim(int most) {
    return due.claim(Map.of("a", most), ClaimCursor.NONE, Duration.ZERO, "default", 0).jobs();
  }

  private ClaimedJob start(ClaimedJob run) {
    assertThat(book(run, Report.Event.STARTED)).isTrue();
    return run;
  }

  private boolean book(ClaimedJob run, Report.Event event) {
    return reports.book(List.of(Reports.of(run, event, 2))).ignored().isEmpty();
  }

  /** Silences the worker until the leader has noticed it. */
  private void silence() {
    database.execute(
        "UPDATE scheduler.execution SET heartbeat_until = clock_timestamp() WHERE heartbeat_until IS NOT NULL");
    lost.run();
  }

  private void release() {
    released.release(500);
  }

  private String execution(ClaimedJob run) {
    return database.value(
        "SELECT state || ' ' || attempt FROM scheduler.execution WHERE fire_id = '%s'"
            .formatted(run.fireId()));
  }

  private String schedule() {
    return database.value("SELECT s FROM scheduler.schedule s");
  }

  private String successes() {
    return database.value("SELECT state || ' ' || successes FROM scheduler.schedule");
  }

  private void assertLedgerBalances() {
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }
}
