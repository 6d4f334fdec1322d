package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.goodtiming.scheduler.operations.job.Move;
import org.goodtiming.scheduler.operations.schedule.ScheduleChanges;
import org.goodtiming.scheduler.operations.schedule.ScheduleChanges.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Actions of operators on a schedule during registration, dispatch and cancel. */
class PausedSchedulesIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Instant SENT = Instant.parse("2026-12-01T10:00:00Z");
  private static final JobKey KEY = new JobKey("a", "1");

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore store =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final Audit audit = new Audit(database.xa(), "node-1");
  private final ScheduleChanges changes = new ScheduleChanges(database.xa(), audit);
  private int registered;

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_paused_schedule_is_not_dispatched_until_it_is_resumed() {
    register("every:PT1H times=3", "fire-all");
    assertThat(changes.pause("ops", KEY, null)).isEqualTo(Outcome.CHANGED);
    assertThat(claim()).isEmpty();
    assertThat(schedule()).isEqualTo("PAUSED 0 ");
    assertThat(changes.resume("ops", KEY)).isEqualTo(Outcome.CHANGED);
    assertThat(schedule()).isEqualTo("ACTIVE 0 ");
    assertThat(claim()).hasSize(1);
    assertThat(claim()).hasSize(1);
    assertThat(claim()).hasSize(1);
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  /** The waiting run is late by less than the threshold; the 39 others are not made up for. */
  @ParameterizedTest
  @ValueSource(strings = {"fire-once", "skip"})
  void of_forty_seconds_that_a_pause_of_the_queue_has_missed_one_run_is_left(String misfire) {
    Instant first =
        Instant.parse(
            database.value(
                "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC' - interval 'PT40S', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"));
    register("cron:* * * * * ?", misfire, first.toString());
    assertThat(claim()).hasSize(1);
    // A second may have begun between the plan and the record of the dispatch
    assertThat(
            database.value(
                "SELECT j.due_at > s.last_dispatched_at - interval 'PT1S' FROM scheduler.job j JOIN scheduler.schedule s USING (queue, job_id)"))
        .isEqualTo("t");
  }

  @Test
  void the_misfire_policy_decides_about_the_times_that_a_pause_has_missed() {
    register("every:PT1H", "fire-once");
    changes.pause("ops", KEY, null);
    changes.resume("ops", KEY);
    assertThat(claim()).extracting(run -> run.planned().late()).containsExactly("misfire");
    assertThat(claim()).isEmpty();

    register("every:PT1H", "skip");
    changes.pause("ops", KEY, null);
    changes.resume("ops", KEY);
    assertThat(claim()).isEmpty();
    assertThat(database.value("SELECT due_at > clock_timestamp() FROM scheduler.job"))
        .isEqualTo("t");
  }

  @Test
  void a_pause_until_a_moment_ends_by_itself() {
    register("every:PT1H", "fire-all");
    Instant until = database.now().plusSeconds(1);
    assertThat(changes.pause("ops", KEY, until)).isEqualTo(Outcome.CHANGED);
    List<ClaimedJob> claimed = new ArrayList<>();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              claimed.addAll(claim());
              return !claimed.isEmpty();
            });
    assertThat(database.now()).isAfterOrEqualTo(until);
    assertThat(schedule()).isEqualTo("ACTIVE 1 ");
  }

  @Test
  void a_run_that_is_not_due_yet_when_the_pause_ends_keeps_its_time() {
    store.register(
        List.of(
            job("a", "1").recurring("every:PT1H", "2100-01-01T00:00:00Z").sentAt(SENT).build()));
    changes.pause("ops", KEY, Instant.parse("2099-01-01T00:00:00Z"));
    assertThat(database.value("SELECT eligible_at = due_at FROM scheduler.job")).isEqualTo("t");
    changes.pause("ops", KEY, null);
    assertThat(database.value("SELECT eligible_at = due_at FROM scheduler.job")).isEqualTo("f");
    changes.resume("ops", KEY);
    assertThat(database.value("SELECT eligible_at = due_at FROM scheduler.job")).isEqualTo("t");
  }

  @Test
  void a_pause_that_meets_a_dispatch_waits_for_it_and_holds_the_next_run() throws Exception {
    register("every:PT1H", "fire-all");
    CompletableFuture<Outcome> paused;
    try (OpenTransaction dispatch = new OpenTransaction(database.xa(), () -> {})) {
      assertThat(claim(dispatch.dataSource())).hasSize(1);
      paused = CompletableFuture.supplyAsync(() -> changes.pause("ops", KEY, null));
      awaitSomebodyWhoWaits();
    }
    assertThat(paused.get()).isEqualTo(Outcome.CHANGED);
    assertThat(schedule()).isEqualTo("PAUSED 1 ");
    assertThat(claim()).isEmpty();
  }

  @Test
  void a_dispatch_that_meets_a_pause_leaves_the_run() throws Exception {
    register("every:PT1H", "fire-all");
    try (OpenTransaction pausing = new OpenTransaction(database.xa(), () -> {})) {
      ScheduleChanges open =
          new ScheduleChanges(pausing.dataSource(), new Audit(pausing.dataSource(), "node-1"));
      assertThat(open.pause("ops", KEY, null)).isEqualTo(Outcome.CHANGED);
      assertThat(claim()).isEmpty();
    }
    assertThat(claim()).isEmpty();
    assertThat(schedule()).isEqualTo("PAUSED 0 ");
  }

  @Test
  void a_run_that_fails_while_it_is_being_paused_stays_paused() {
    register("every:PT1H", "fire-all");
    changes.pause("ops", KEY, null);
    long id = Long.parseLong(database.value("SELECT id FROM scheduler.job"));
    FailedJobs failed = new FailedJobs(database.xa(), database.executions(), database.schedules());
    failed.postpone(id, Duration.ZERO, "full");
    failed.quarantine(id, "SCHED-0210", "full", "node-1");
    assertThat(claim()).isEmpty();
    assertThat(schedule()).isEqualTo("PAUSED 0 ");
    assertThat(database.value("SELECT quarantined FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void a_paused_schedule_can_be_cancelled_and_replaced() {
    register("every:PT1H", "fire-all");
    changes.pause("ops", KEY, null);
    assertThat(store.cancel(KEY, SENT.plusMillis(1), "ops")).isEqualTo(Cancelled.JOB);
    assertThat(schedule()).isEqualTo("ENDED 0 cancelled");

    register("every:PT1H", "fire-all");
    changes.pause("ops", KEY, Instant.parse("2100-01-01T00:00:00Z"));
    register("every:PT2H", "fire-all");
    assertThat(schedule()).isEqualTo("ACTIVE 0 ");
    assertThat(database.value("SELECT paused_until IS NULL FROM scheduler.schedule"))
        .isEqualTo("t");
    assertThat(claim()).hasSize(1);
  }

  @Test
  void a_paused_run_is_neither_run_now_nor_rescheduled() {
    register("every:PT1H", "fire-all");
    changes.pause("ops", KEY, null);
    JobChanges jobs = new JobChanges(database.xa(), audit);
    assertThat(jobs.runNow("ops", KEY).outcome()).isEqualTo(JobChanges.Outcome.PAUSED);
    assertThat(jobs.reschedule("ops", KEY, new Move.To(SENT))).isEqualTo(JobChanges.Outcome.PAUSED);
    changes.resume("ops", KEY);
    assertThat(jobs.runNow("ops", KEY).outcome()).isEqualTo(JobChanges.Outcome.ADDED);
  }

  @Test
  void a_resume_does_not_hurry_a_run_that_waits_for_its_next_attempt() {
    register("every:PT1H", "fire-all");
    database.execute("UPDATE scheduler.job SET eligible_at = '2100-01-01', attempts = 1");
    assertThat(changes.resume("ops", KEY)).isEqualTo(Outcome.CHANGED);
    assertThat(claim()).isEmpty();
  }

  @Test
  void a_schedule_that_cannot_be_paused_is_refused() {
    assertThat(changes.pause("ops", KEY, null)).isEqualTo(Outcome.UNKNOWN);
    store.register(List.of(job("a", "1").sentAt(SENT).build()));
    assertThat(changes.pause("ops", KEY, null)).isEqualTo(Outcome.UNKNOWN);
    register("every:PT1H", "fire-all");
    assertThat(changes.pause("ops", KEY, SENT.minusSeconds(100_000_000)))
        .isEqualTo(Outcome.UNTIL_HAS_PASSED);
    store.cancel(KEY, SENT.plusMillis(1), "ops");
    assertThat(changes.pause("ops", KEY, null)).isEqualTo(Outcome.ENDED);
    assertThat(changes.resume("ops", KEY)).isEqualTo(Outcome.ENDED);
  }

  /** From a time that has passed, later than all registrations before. */
  private void register(String recurrence, String misfire) {
    register(recurrence, misfire, "2020-01-01T00:00:00Z");
  }

  private void register(String recurrence, String misfire, String first) {
    Instant sentAt = SENT.plusMillis(registered++);
    store.register(
        List.of(
            job("a", "1")
                .recurring(recurrence, Misfire.named(misfire).orElseThrow(), first)
                .sentAt(sentAt)
                .build()));
  }

  private String schedule() {
    return database.value(
        "SELECT state || ' ' || runs || ' ' || coalesce(end_reason, '') FROM scheduler.schedule");
  }

  private List<ClaimedJob> claim() {
    return claim(database.xa());
  }

  private static List<ClaimedJob> claim(DataSource dataSource) {
    return Claims.of(dataSource).jobs();
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
