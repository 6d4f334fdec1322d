package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.goodtiming.scheduler.operations.job.JobChanges.Outcome;
import org.goodtiming.scheduler.operations.job.JobHolds;
import org.goodtiming.scheduler.operations.job.Move;
import org.goodtiming.scheduler.policy.DueQueues;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs that an operator holds, beside registration, dispatch and cancel. */
class HeldJobsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Instant SENT = Instant.parse("2026-12-01T10:00:00Z");
  private static final JobKey KEY = new JobKey("a", "1");

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore store =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final Audit audit = new Audit(database.xa(), "node-1");
  private final JobHolds holds = new JobHolds(database.xa(), audit);
  private final JobChanges changes = new JobChanges(database.xa(), audit);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_held_job_is_claimed_once_it_is_released_and_not_before() {
    register(job("a", "1").dueAt("2020-01-01T00:00:00Z"));
    assertThat(holds.hold("ops", KEY)).isEqualTo(Outcome.CHANGED);
    assertThat(holds.hold("others", KEY)).isEqualTo(Outcome.CHANGED);
    assertThat(poll().nothingDue()).isTrue();
    assertThat(Claims.of(database.xa()).rows()).isZero();
    assertThat(held()).isEqualTo("1 2020 ops");
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");

    assertThat(holds.release("ops", KEY)).isEqualTo(Outcome.CHANGED);
    assertThat(held()).isEmpty();
    assertThat(Claims.of(database.xa()).jobs()).hasSize(1);
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void events_tell_who_holds_a_job_and_when_that_ends() {
    database.execute("UPDATE scheduler.worker_queue SET events = true WHERE name = 'a'");
    register(job("a", "1"));
    holds.hold("ops", KEY);
    holds.hold("others", KEY);
    holds.release("ops", KEY);
    holds.release("ops", KEY);
    holds.hold("ops", KEY);
    register(job("a", "1"));
    assertThat(
            database.value(
                "SELECT string_agg(concat_ws(' ', type, message), ', ' ORDER BY position) FROM scheduler.event"))
        .isEqualTo(
            "job.registered, job.held held by ops, job.released, job.held held by ops, job.registered");
  }

  @Test
  void a_released_job_waits_for_its_due_time() {
    register(job("a", "1").dueAt("2100-01-01T00:00:00Z"));
    holds.hold("ops", KEY);
    assertThat(changes.reschedule("ops", KEY, new Move.To(Instant.parse("2090-01-01T00:00:00Z"))))
        .isEqualTo(Outcome.CHANGED);
    assertThat(held()).isEqualTo("1 2090 ops");
    holds.release("ops", KEY);
    assertThat(poll().queues())
        .extracting(DueQueues.Next::claimableAt)
        .containsExactly(Instant.parse("2090-01-01T00:00:00Z"));
  }

  @Test
  void a_job_that_waits_for_others_is_not_run_now() {
    register(job("a", "1").dueAt("2020-01-01T00:00:00Z"));
    database.execute(
        "UPDATE scheduler.job SET waits_for = 1, eligible_at = '9999-12-31T00:00:00Z'");
    assertThat(changes.runNow("ops", KEY).outcome()).isEqualTo(Outcome.AFTER_OTHERS);
  }

  @Test
  void a_hold_that_meets_a_dispatch_finds_no_job() throws Exception {
    register(job("a", "1"));
    CompletableFuture<Outcome> hold;
    try (OpenTransaction dispatch = new OpenTransaction(database.xa(), () -> {})) {
      assertThat(Claims.of(dispatch.dataSource()).jobs()).hasSize(1);
      hold = CompletableFuture.supplyAsync(() -> holds.hold("ops", KEY));
      awaitSomebodyWhoWaits();
    }
    assertThat(hold.get()).isEqualTo(Outcome.NOT_WAITING);
  }

  @Test
  void a_dispatch_that_meets_a_hold_leaves_the_job() throws Exception {
    register(job("a", "1"));
    try (OpenTransaction holding = new OpenTransaction(database.xa(), () -> {})) {
      JobHolds open = new JobHolds(holding.dataSource(), new Audit(holding.dataSource(), "node-1"));
      assertThat(open.hold("ops", KEY)).isEqualTo(Outcome.CHANGED);
      assertThat(Claims.of(database.xa()).rows()).isZero();
    }
    assertThat(Claims.of(database.xa()).rows()).isZero();
    assertThat(held()).startsWith("1 ");
  }

  @Test
  void a_job_that_fails_while_it_is_being_held_stays_held() {
    register(job("a", "1"));
    holds.hold("ops", KEY);
    long id = Long.parseLong(database.value("SELECT id FROM scheduler.job"));
    FailedJobs failed = new FailedJobs(database.xa(), database.executions(), database.schedules());
    failed.postpone(id, Duration.ZERO, "full");
    failed.quarantine(id, "SCHED-0210", "full", "node-1");
    assertThat(Claims.of(database.xa()).rows()).isZero();
    assertThat(held()).startsWith("1 ");
  }

  @Test
  void a_held_job_that_its_sender_replaces_stays_held() {
    register(job("a", "1").dueAt("2020-01-01T00:00:00Z"));
    holds.hold("ops", KEY);
    register(job("a", "1").dueAt("2021-01-01T00:00:00Z").sentAt(SENT.plusMillis(1)));
    assertThat(held()).isEqualTo("1 2021 ops");
    assertThat(Claims.of(database.xa()).rows()).isZero();
    assertThat(changes.runNow("ops", KEY).outcome()).isEqualTo(Outcome.HELD);
  }

  @Test
  void a_cancel_removes_a_held_job_and_its_hold() {
    register(job("a", "1"));
    holds.hold("ops", KEY);
    assertThat(store.cancel(KEY, SENT.plusMillis(1), "ops")).isEqualTo(Cancelled.JOB);
    register(job("a", "1").sentAt(SENT.plusMillis(2)));
    assertThat(Claims.of(database.xa()).jobs()).hasSize(1);
  }

  @Test
  void a_run_of_a_schedule_is_not_held_and_a_schedule_ends_the_hold_of_the_job_it_replaces() {
    register(job("a", "1"));
    holds.hold("ops", KEY);
    register(
        job("a", "1").recurring("every:PT1H", "2020-01-01T00:00:00Z").sentAt(SENT.plusMillis(1)));
    assertThat(held()).isEmpty();
    assertThat(holds.hold("ops", KEY)).isEqualTo(Outcome.RECURS);
    assertThat(Claims.of(database.xa()).jobs()).hasSize(1);
  }

  @Test
  void a_held_job_expires_when_it_is_released() {
    register(
        job("a", "1")
            .dueAt("2020-01-01T00:00:00Z")
            .expiresAt(Instant.parse("2020-01-02T00:00:00Z")));
    holds.hold("ops", KEY);
    assertThat(Claims.of(database.xa()).rows()).isZero();
    assertThat(holds.release("ops", KEY)).isEqualTo(Outcome.EXPIRES);
    assertThat(Claims.of(database.xa()).jobs()).isEmpty();
    assertThat(database.value("SELECT expired || ' ' || difference FROM scheduler.ledger"))
        .isEqualTo("1 0");
  }

  @Test
  void only_a_job_that_waits_can_be_held_and_a_release_of_one_that_is_not_held_changes_nothing() {
    assertThat(holds.hold("ops", KEY)).isEqualTo(Outcome.NOT_WAITING);
    assertThat(holds.release("ops", KEY)).isEqualTo(Outcome.NOT_WAITING);
    register(job("a", "1"));
    database.execute("UPDATE scheduler.job SET eligible_at = '2100-01-01', attempts = 1");
    assertThat(holds.release("ops", KEY)).isEqualTo(Outcome.CHANGED);
    assertThat(Claims.of(database.xa()).rows()).isZero();
  }

  private void register(Jobs job) {
    store.register(List.of(job.build()));
  }

  private DueQueues poll() {
    return Claims.dueJobs(database.xa()).poll("default", ClaimCursor.NONE, Duration.ofHours(1));
  }

  /** The held jobs as an operator sees them; empty if there are none. */
  private String held() {
    return database.value(
        "SELECT coalesce(string_agg(job_id || ' ' || extract(year FROM due_at) || ' ' || held_by, ','), '') FROM scheduler.held");
  }

  private void awaitSomebodyWhoWaits() {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                database
                    .value(
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
                    .equals("1"));
  }
}
