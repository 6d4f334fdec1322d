package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.work.ScheduleConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.FaultyStatements;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.job.Registered.Outcome;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.ClaimQuotas;
import org.goodtiming.scheduler.job.claim.DueJobs;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.job.upkeep.Housekeeping;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.schedule.ScheduleChanges;
import org.goodtiming.scheduler.schedule.CatchUpPace;
import org.goodtiming.scheduler.schedule.SchedulePruning;
import org.goodtiming.scheduler.schedule.ScheduleStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Registration, dispatch and cancel of jobs that recur, as the stores do it together. */
class RecurringJobsIT {

  private static final Instant SENT = Instant.parse("2026-12-01T10:00:00Z");
  private static final JobKey KEY = new JobKey("a", "1");

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore store = store(database.xa());

  /** Three runs whose times have passed: each is due at once. */
  private final Jobs threeRuns = hourly("every:PT1H times=3").sentAt(SENT);

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void a_schedule_has_one_waiting_run() {
    Registered registered = register(hourly("every:PT1H"));
    assertThat(registered.outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(registered.dueAt()).isEqualTo("2020-01-01T00:00:00Z");
    assertThat(schedule("state || ' ' || runs || ' ' || recurrence || ' ' || misfire"))
        .isEqualTo("ACTIVE 0 every:PT1H fire-all");
    assertThat(ledger())
        .isEqualTo("registered 1, waiting 1, dispatched 0, cancelled 0, difference 0");
  }

  @Test
  void the_next_run_waits_when_a_run_is_dispatched_and_has_a_fire_id_of_its_own() {
    register(threeRuns, job("a", "once"));
    List<ClaimedJob> first = claim();
    assertThat(first).extracting(each -> each.key().jobId()).containsExactlyInAnyOrder("1", "once");
    assertThat(schedule("runs || ' ' || last_planned_at || ' ' || next_planned_at"))
        .isEqualTo("1 2020-01-01 00:00:00+00 2020-01-01 01:00:00+00");
    assertThat(ledger())
        .isEqualTo("registered 3, waiting 1, dispatched 2, cancelled 0, difference 0");

    List<ClaimedJob> second = claim();
    assertThat(second)
        .extracting(ClaimedJob::dueAt)
        .containsExactly(Instant.parse("2020-01-01T01:00:00Z"));
    assertThat(second.get(0).fireId()).isNotIn(first.stream().map(ClaimedJob::fireId).toList());
    assertThat(second.get(0).envelope().body().asText()).isEqualTo("check the order");
  }

  /** As after a failover to a database without the last commits: the first run waits again. */
  @Test
  void a_run_that_is_planned_again_has_the_fire_id_that_the_broker_knows() {
    register(threeRuns);
    database.execute("CREATE TABLE former_run AS SELECT * FROM scheduler.job");
    database.execute("CREATE TABLE former_schedule AS SELECT * FROM scheduler.schedule");
    List<String> sent = new ArrayList<>(fireIds(claim()));
    sent.addAll(fireIds(claim()));
    database.clear();
    database.execute("INSERT INTO scheduler.schedule SELECT * FROM former_schedule");
    database.execute("INSERT INTO scheduler.job OVERRIDING SYSTEM VALUE SELECT * FROM former_run");
    database.execute("DROP TABLE former_run, former_schedule");
    List<String> again = new ArrayList<>(fireIds(claim()));
    again.addAll(fireIds(claim()));
    assertThat(again).isEqualTo(sent).doesNotHaveDuplicates().hasSize(2);
    // The third run was not sent
    assertThat(fireIds(claim())).hasSize(1).doesNotContainAnyElementsOf(sent);
  }

  private static List<String> fireIds(List<ClaimedJob> jobs) {
    return jobs.stream().map(job -> job.fireId().toString()).toList();
  }

  @Test
  void a_late_run_does_not_overtake_one_that_was_dispatched_early() {
    register(threeRuns);
    database.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp() + interval '1 min'");
    ClaimedJob first = claim(database.xa(), Map.of("a", 1), Duration.ofMinutes(2)).get(0);
    assertThat(first.notBefore()).isNotNull();

    ClaimedJob second = claim(database.xa(), Map.of("a", 1), Duration.ofMinutes(2)).get(0);
    assertThat(second.dueAt()).isEqualTo("2020-01-01T01:00:00Z");
    assertThat(second.notBefore()).isEqualTo(first.notBefore());
  }

  @Test
  void the_next_claim_need_not_wait_until_next_runs_and_executions_are_stored() {
    register(hourly("a", "1").tracked(), hourly("a", "2"));
    String firsts =
        "SELECT count(*) || ' ' || count(e.dispatched_at) FROM scheduler.job j LEFT JOIN scheduler.execution e USING (fire_id)"
            + " WHERE j.planned_at = '2020-01-01T00:00:00Z'";
    List<String> seen = new ArrayList<>();
    new DueJobs(database.xa(), database.executions(), database.schedules())
        .claim(
            new ClaimQuotas(Map.of("a", 1000), Set.of(), Set.of()),
            ClaimCursor.NONE,
            Duration.ZERO,
            "default",
            0,
            rows -> seen.add(rows.takenOf("a") + " " + database.value(firsts)));
    assertThat(seen).containsExactly("2 2 0");
    assertThat(database.value(firsts)).isEqualTo("0 0");
  }

  @Test
  void jitter_spreads_runs_after_their_planned_time_and_no_further() {
    Jobs[] jobs =
        IntStream.range(0, 100)
            .mapToObj(
                i ->
                    job("a", "job " + i)
                        .recurring("years:1", Misfire.FIRE_ALL, "2100-01-01T00:00:00Z")
                        .jitter(Duration.ofHours(1)))
            .toArray(Jobs[]::new);
    register(jobs);
    assertThat(
            database.value(
                "SELECT count(*) FROM scheduler.job WHERE due_at = planned_at AND eligible_at >= due_at AND eligible_at < due_at + interval '1 h'"))
        .isEqualTo("100");
    assertThat(database.value("SELECT count(DISTINCT eligible_at) > 90 FROM scheduler.job"))
        .isEqualTo("t");
    assertThat(
            database.value(
                "SELECT max(eligible_at) - min(eligible_at) > interval '30 min' FROM scheduler.job"))
        .isEqualTo("t");
  }

  @Test
  void the_next_run_has_a_jitter_of_its_own_which_a_pause_does_not_change() {
    String tenMinutesAgo = database.now().minusSeconds(600).toString();
    register(
        job("a", "1")
            .recurring("every:PT1H", Misfire.named("skip").orElseThrow(), tenMinutesAgo)
            .jitter(Duration.ofHours(1)));
    database.execute("UPDATE scheduler.job SET eligible_at = due_at");
    assertThat(claim()).as("not skipped: its jitter has not passed").hasSize(1);
    String jitter = "SELECT eligible_at - due_at FROM scheduler.job";
    String planned = database.value(jitter);
    assertThat(
            database.value(
                "SELECT eligible_at > due_at AND due_at = planned_at FROM scheduler.job"))
        .isEqualTo("t");
    ScheduleChanges changes =
        new ScheduleChanges(database.xa(), new Audit(database.xa(), "node-1"));
    changes.pause("ops", KEY, null);
    changes.resume("ops", KEY);
    assertThat(database.value(jitter)).isEqualTo(planned);
  }

  @Test
  void a_run_knows_its_number_and_its_neighbours() {
    register(threeRuns);
    assertThat(planned(claim())).isEqualTo(run("00:00", 1, null, "01:00"));
    assertThat(planned(claim())).isEqualTo(run("01:00", 2, "00:00", "02:00"));
    assertThat(planned(claim())).isEqualTo(run("02:00", 3, "01:00", null));

    register(job("a", "once"));
    assertThat(planned(claim())).isNull();
  }

  @Test
  void a_run_that_stands_for_missed_times_says_so_and_one_on_time_does_not() {
    register(job("a", "late").recurring("every:PT1H", Misfire.FIRE_ONCE, "2020-01-01T00:00:00Z"));
    assertThat(planned(claim()).late()).isEqualTo("misfire");

    String now = database.now().truncatedTo(ChronoUnit.MICROS).toString();
    register(job("a", "punctual").recurring("every:PT1H", Misfire.FIRE_ONCE, now));
    assertThat(planned(claim()).late()).isNull();
  }

  @Test
  void after_its_last_run_a_schedule_has_ended() {
    register(threeRuns);
    assertThat(Stream.generate(this::claim).limit(5).mapToInt(List::size))
        .containsExactly(1, 1, 1, 0, 0);
    assertThat(schedule("state || ' ' || runs || ' ' || end_reason"))
        .isEqualTo("ENDED 3 no further run is due");
    assertThat(ledger())
        .isEqualTo("registered 3, waiting 0, dispatched 3, cancelled 0, difference 0");
  }

  @Test
  void many_schedules_in_a_batch_get_their_next_runs_together() {
    List<NewJob> jobs =
        Stream.iterate(0, i -> i + 1)
            .limit(1000)
            .map(i -> hourly("a", "job " + i).build())
            .toList();
    store.register(jobs);
    assertThat(claim()).hasSize(1000);
    assertThat(claim())
        .hasSize(1000)
        .extracting(ClaimedJob::dueAt)
        .containsOnly(Instant.parse("2020-01-01T01:00:00Z"));
    assertThat(database.value("SELECT count(DISTINCT fire_id) FROM scheduler.job"))
        .isEqualTo("1000");
    assertThat(ledger())
        .isEqualTo("registered 3000, waiting 1000, dispatched 2000, cancelled 0, difference 0");
  }

  @Test
  void times_that_an_outage_has_missed_are_one_run() {
    register(job("a", "1").recurring("every:PT1H", Misfire.FIRE_ONCE, "2020-01-01T00:00:00Z"));
    assertThat(claim()).hasSize(1);
    assertThat(claim()).isEmpty();
    assertThat(database.value("SELECT due_at > clock_timestamp() FROM scheduler.job"))
        .isEqualTo("t");
  }

  @Test
  void a_late_run_that_its_schedule_skips_is_not_dispatched() {
    register(
        job("a", "1")
            .tracked()
            .recurring("every:PT1H", Misfire.named("skip").orElseThrow(), "2020-01-01T00:00:00Z"));
    assertThat(claim()).isEmpty();
    assertThat(
            schedule("state || ' ' || runs || ' ' || coalesce(last_dispatched_at::text, 'never')"))
        .isEqualTo("ACTIVE 0 never");
    assertThat(database.value("SELECT due_at > clock_timestamp() FROM scheduler.job"))
        .isEqualTo("t");
    assertThat(
            database.value(
                "SELECT string_agg(state || ' ' || coalesce(message, ''), ', ' ORDER BY due_at) FROM scheduler.execution"))
        .isEqualTo("EXPIRED late, and its schedule skips late runs, SUBMITTED ");
    assertThat(database.value("SELECT expired FROM scheduler.ledger")).isEqualTo("1");
    assertThat(ledger())
        .isEqualTo("registered 2, waiting 1, dispatched 0, cancelled 0, difference 0");
    assertThat(store.cancel(KEY, SENT.plusSeconds(1), "ops"))
        .as("it tells no run")
        .isEqualTo(Cancelled.JOB);
  }

  @Test
  void a_job_that_runs_once_shows_the_last_run_of_the_schedule_that_it_replaces() {
    register(threeRuns);
    assertThat(claim()).hasSize(1);
    Registered once = register(job("a", "1").sentAt(SENT.plusMillis(1)));
    assertThat(once.outcome()).isEqualTo(Outcome.REPLACED);
    assertThat(once.lastPlannedAt()).isEqualTo("2020-01-01T00:00:00Z");
    Registered again = register(hourly("every:PT1H").sentAt(SENT.plusMillis(2)));
    assertThat(again.outcome()).isEqualTo(Outcome.REPLACED);
    assertThat(again.lastPlannedAt()).as("a job was replaced, no schedule").isNull();
  }

  @Test
  void a_late_run_in_quarantine_is_not_skipped_as_well() {
    register(
        job("a", "1")
            .recurring("every:PT1H", Misfire.named("skip").orElseThrow(), "2020-01-01T00:00:00Z"));
    new FailedJobs(database.xa(), database.executions(), database.schedules())
        .quarantine(
            Long.parseLong(database.value("SELECT id FROM scheduler.job")),
            "SCHED-0210",
            "full",
            "node-1");
    assertThat(
            database.value(
                "SELECT registered || ' ' || waiting || ' ' || expired || ' ' || quarantined || ' ' || difference FROM scheduler.ledger"))
        .isEqualTo("2 1 0 1 0");
  }

  @Test
  void runs_that_catch_up_take_turns() {
    register(hourly("a", "1"), hourly("a", "2"), hourly("a", "3"), job("a", "once"));
    ScheduleStore two =
        new ScheduleStore(database.xa(), Duration.ofMinutes(1), CatchUpPace.perSecond(2));
    assertThat(
            new DueJobs(database.xa(), database.executions(), two)
                .claim(Map.of("a", 1000), ClaimCursor.NONE, Duration.ZERO, "default", 0)
                .jobs())
        .hasSize(4);
    assertThat(
            database.value(
                "SELECT max(eligible_at) - min(eligible_at) || ' ' || min(due_at) FROM scheduler.job"))
        .isEqualTo("00:00:01 2020-01-01 01:00:00+00");
  }

  @Test
  void a_schedule_that_has_ended_is_deleted_when_it_is_old_enough() {
    register(hourly("a", "old"), hourly("a", "young"), hourly("a", "active"));
    store.cancel(new JobKey("a", "old"), SENT.plusSeconds(1), "ops");
    store.cancel(new JobKey("a", "young"), SENT.plusSeconds(1), "ops");
    database.execute(
        "UPDATE scheduler.schedule SET ended_at = ended_at - interval '31 days' WHERE job_id = 'old'");
    new SchedulePruning(
            database.xa(), new ScheduleConfig(Duration.ofMinutes(1), Duration.ofDays(30), 100, 0))
        .run();
    assertThat(
            database.value(
                "SELECT string_agg(job_id, ' ' ORDER BY job_id) FROM scheduler.schedule"))
        .isEqualTo("active young");
  }

  @Test
  void a_cancel_ends_the_schedule() {
    register(threeRuns);
    assertThat(store.cancel(KEY, SENT.plusMillis(1), "ops")).isEqualTo(Cancelled.JOB);
    assertThat(claim()).isEmpty();
    assertThat(schedule("state || ' ' || end_reason")).isEqualTo("ENDED cancelled");
    assertThat(ledger())
        .isEqualTo("registered 1, waiting 0, dispatched 0, cancelled 1, difference 0");
  }

  @Test
  void a_cancel_that_meets_a_dispatch_waits_for_it_and_takes_the_next_run() throws Exception {
    register(threeRuns);
    CompletableFuture<Cancelled> cancelled;
    try (OpenTransaction dispatch = new OpenTransaction(database.xa(), () -> {})) {
      assertThat(claim(dispatch.dataSource())).hasSize(1);
      cancelled = CompletableFuture.supplyAsync(() -> store.cancel(KEY, SENT.plusMillis(1), "ops"));
      awaitSomebodyWhoWaits();
    }
    assertThat(cancelled.get())
        .isEqualTo(Cancelled.schedule(Instant.parse("2020-01-01T00:00:00Z")));
    assertThat(schedule("state || ' ' || runs || ' ' || end_reason"))
        .isEqualTo("ENDED 1 cancelled");
    assertThat(ledger())
        .isEqualTo("registered 2, waiting 0, dispatched 1, cancelled 1, difference 0");
  }

  @Test
  void a_change_that_meets_a_dispatch_waits_for_it_and_replaces_the_next_run() throws Exception {
    register(threeRuns);
    CompletableFuture<Registered> changed;
    try (OpenTransaction dispatch = new OpenTransaction(database.xa(), () -> {})) {
      assertThat(claim(dispatch.dataSource())).hasSize(1);
      Jobs other = hourly("every:PT2H").sentAt(SENT.plusMillis(1));
      changed = CompletableFuture.supplyAsync(() -> register(other));
      awaitSomebodyWhoWaits();
    }
    assertThat(changed.get().outcome()).isEqualTo(Outcome.REPLACED);
    assertThat(changed.get().lastPlannedAt()).isEqualTo("2020-01-01T00:00:00Z");
    assertThat(schedule("state || ' ' || runs || ' ' || recurrence"))
        .isEqualTo("ACTIVE 0 every:PT2H");
    assertThat(ledger())
        .isEqualTo("registered 2, waiting 1, dispatched 1, cancelled 0, difference 0");
  }

  @Test
  void a_run_that_is_being_cancelled_is_not_dispatched() throws Exception {
    register(threeRuns);
    try (OpenTransaction cancel = new OpenTransaction(database.xa(), () -> {})) {
      assertThat(store(cancel.dataSource()).cancel(KEY, SENT.plusMillis(1), "ops"))
          .isEqualTo(Cancelled.JOB);
      assertThat(claim()).isEmpty();
    }
    assertThat(claim()).isEmpty();
    assertThat(ledger())
        .isEqualTo("registered 1, waiting 0, dispatched 0, cancelled 1, difference 0");
  }

  @Test
  void a_dispatch_that_rolls_back_leaves_the_run_and_the_schedule_as_they_were()
      throws SQLException {
    register(threeRuns);
    String before =
        database.value("SELECT s::text || j::text FROM scheduler.schedule s, scheduler.job j");
    try (OpenTransaction dispatch = new OpenTransaction(database.xa(), () -> {})) {
      assertThat(claim(dispatch.dataSource())).hasSize(1);
      dispatch.rollback();
    }
    assertThat(
            database.value("SELECT s::text || j::text FROM scheduler.schedule s, scheduler.job j"))
        .isEqualTo(before);
    assertThat(ledger())
        .isEqualTo("registered 1, waiting 1, dispatched 0, cancelled 0, difference 0");
  }

  @Test
  void a_cancel_that_was_stored_beside_the_open_registration_ends_the_schedule() {
    register(threeRuns);
    database.execute(
        "INSERT INTO scheduler.tombstone (queue, job_id, cancelled_at) VALUES ('a', '1', '%s')"
            .formatted(SENT.plusMillis(1)));
    assertThat(claim()).isEmpty();
    assertThat(schedule("state || ' ' || end_reason")).isEqualTo("ENDED cancelled");
    assertThat(ledger())
        .isEqualTo("registered 1, waiting 0, dispatched 0, cancelled 1, difference 0");
  }

  @Test
  void housekeeping_that_removes_a_run_with_its_tombstone_ends_the_schedule() {
    register(threeRuns);
    database.execute(
        "INSERT INTO scheduler.tombstone (queue, job_id, cancelled_at, recorded_at) VALUES ('a', '1', '%s', '2020-01-01')"
            .formatted(SENT.plusMillis(1)));
    new Housekeeping(database.xa(), database.executions(), database.schedules()).run();
    assertThat(schedule("state || ' ' || end_reason")).isEqualTo("ENDED cancelled");
    assertThat(ledger())
        .isEqualTo("registered 1, waiting 0, dispatched 0, cancelled 1, difference 0");
  }

  @Test
  void a_job_that_runs_once_replaces_a_schedule_and_the_reverse() {
    register(threeRuns);
    assertThat(register(job("a", "1").sentAt(SENT.plusMillis(1))).outcome())
        .isEqualTo(Outcome.REPLACED);
    assertThat(schedule("state || ' ' || end_reason"))
        .isEqualTo("ENDED replaced by a job that runs once");
    assertThat(register(hourly("every:PT1H").sentAt(SENT.plusMillis(2))).outcome())
        .isEqualTo(Outcome.REPLACED);
    assertThat(schedule("state || ' ' || runs")).isEqualTo("ACTIVE 0");
    assertThat(Stream.generate(this::claim).limit(3).mapToInt(List::size)).containsExactly(1, 1, 1);
    assertThat(ledger())
        .isEqualTo("registered 4, waiting 1, dispatched 3, cancelled 0, difference 0");
  }

  @Test
  void keep_and_reject_leave_the_schedule() {
    register(threeRuns);
    claim();
    Jobs other = hourly("every:PT2H").sentAt(SENT.plusMillis(1));
    assertThat(register(other.ifExists(IfExists.KEEP)).outcome()).isEqualTo(Outcome.KEPT);
    assertThat(register(other.ifExists(IfExists.REJECT)).outcome()).isEqualTo(Outcome.REJECTED);
    assertThat(schedule("state || ' ' || runs || ' ' || recurrence"))
        .isEqualTo("ACTIVE 1 every:PT1H times=3");
  }

  @Test
  void an_update_leaves_a_schedule_that_is_the_same_and_replaces_one_that_is_not() {
    Jobs update = threeRuns.ifExists(IfExists.UPDATE);
    assertThat(register(update).outcome()).isEqualTo(Outcome.ACCEPTED);
    claim();
    assertThat(register(update.sentAt(SENT.plusMillis(1))).outcome()).isEqualTo(Outcome.KEPT);
    assertThat(schedule("runs")).isEqualTo("1");

    assertThat(register(update.sentAt(SENT.plusMillis(2)).priority(9)).outcome())
        .isEqualTo(Outcome.REPLACED);
    assertThat(schedule("runs")).isEqualTo("0");
    claim();
    Jobs slower = hourly("every:PT2H times=3").priority(9).ifExists(IfExists.UPDATE);
    assertThat(register(slower.sentAt(SENT.plusMillis(3))).outcome()).isEqualTo(Outcome.REPLACED);
    assertThat(schedule("runs || ' ' || recurrence")).isEqualTo("0 every:PT2H times=3");

    assertThat(register(slower.sentAt(SENT.plusMillis(2))).outcome()).isEqualTo(Outcome.KEPT);
    database.schedules().ended(List.of(KEY), "test");
    assertThat(register(slower.sentAt(SENT.plusMillis(4))).outcome()).isEqualTo(Outcome.REPLACED);
    assertThat(schedule("state")).isEqualTo("ACTIVE");
  }

  /** The row of the cancelled schedule still exists, and the claim would drop it. */
  @Test
  void an_update_replaces_the_same_schedule_if_it_was_cancelled_meanwhile() {
    register(threeRuns);
    database.execute(
        "INSERT INTO scheduler.tombstone (queue, job_id, cancelled_at) VALUES ('a', '1', '%s')"
            .formatted(SENT.plusMillis(1)));
    assertThat(register(threeRuns.ifExists(IfExists.UPDATE).sentAt(SENT.plusMillis(2))).outcome())
        .isEqualTo(Outcome.REPLACED);
    assertThat(claim()).hasSize(1);
  }

  @Test
  void an_update_of_a_job_that_runs_once_replaces_it() {
    register(job("a", "1"));
    assertThat(
            register(job("a", "1").ifExists(IfExists.UPDATE).sentAt(SENT.plusMillis(1))).outcome())
        .isEqualTo(Outcome.REPLACED);
  }

  @Test
  void the_same_message_again_does_not_begin_the_schedule_anew() {
    Jobs first = hourly("every:PT1H").ifExists(IfExists.REJECT).messageId("ID:1");
    register(first);
    claim();
    assertThat(register(first).outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(schedule("runs")).isEqualTo("1");
  }

  @Test
  void the_next_run_waits_after_one_that_went_to_quarantine_or_expired() {
    register(threeRuns);
    FailedJobs failed = new FailedJobs(database.xa(), database.executions(), database.schedules());
    failed.quarantine(
        Long.parseLong(database.value("SELECT id FROM scheduler.job")),
        "SCHED-0210",
        "full",
        "node-1");
    assertThat(schedule("state || ' ' || runs")).isEqualTo("ACTIVE 1");
    assertThat(database.value("SELECT attempts || ' ' || due_at FROM scheduler.job"))
        .isEqualTo("0 2020-01-01 01:00:00+00");

    database.execute("UPDATE scheduler.job SET expires_at = '2020-01-02'");
    assertThat(claim()).isEmpty();
    assertThat(schedule("state || ' ' || runs")).isEqualTo("ACTIVE 2");
    assertThat(
            database.value(
                "SELECT registered || ' ' || waiting || ' ' || expired || ' ' || quarantined || ' ' || difference FROM scheduler.ledger"))
        .isEqualTo("3 1 1 1 0");
  }

  @Test
  void each_run_of_a_tracked_schedule_has_an_execution() {
    register(threeRuns.tracked());
    claim();
    claim();
    assertThat(
            database.value(
                "SELECT string_agg(state || ' ' || due_at::time, ', ' ORDER BY due_at) FROM scheduler.execution"))
        .isEqualTo("DISPATCHED 00:00:00, DISPATCHED 01:00:00, SUBMITTED 02:00:00");
  }

  @Test
  void a_recurrence_that_somebody_has_spoilt_ends_after_the_waiting_run() {
    register(hourly("every:PT1H"));
    database.execute("UPDATE scheduler.schedule SET recurrence = 'cron:0 0 6 32 * ?'");
    assertThat(claim()).hasSize(1);
    assertThat(schedule("state || ' ' || end_reason"))
        .isEqualTo(
            "ENDED SCHED-0640 the recurrence cannot be read: cron field 4 (day of month) '32': 1-31, ? * L W allowed");
    assertThat(ledger())
        .isEqualTo("registered 1, waiting 0, dispatched 1, cancelled 0, difference 0");
  }

  @Test
  void a_schedule_whose_next_run_cannot_be_computed_ends_after_the_waiting_run() {
    register(hourly("every:PT1H"));
    database.execute(
        "UPDATE scheduler.schedule SET recurrence = 'every:PT1H except=calendar:factory'");
    DataSource faulty = FaultyStatements.in(database.xa(), "FROM scheduler.calendar");

    assertThat(claim(faulty)).hasSize(1);
    assertThat(schedule("state || ' ' || end_reason"))
        .isEqualTo(
            "ENDED SCHED-0640 the scheduler fails to compute the next run: java.lang.ArithmeticException: a fault on purpose");
  }

  @Test
  void a_schedule_whose_next_run_needs_a_deeper_stack_ends_alone() {
    register(hourly("every:PT1H"), hourly("b", "good"));
    database.execute(
        "UPDATE scheduler.schedule SET recurrence = 'every:PT1H except=calendar:factory' WHERE queue = 'a'");
    DataSource deep =
        FaultyStatements.in(
            database.xa(),
            "FROM scheduler.calendar",
            () -> {
              throw new StackOverflowError();
            });

    assertThat(claim(deep, Map.of("a", 1000, "b", 1000))).hasSize(2);
    assertThat(
            schedule("string_agg(state || coalesce(' ' || end_reason, ''), ', ' ORDER BY queue)"))
        .isEqualTo(
            "ENDED SCHED-0640 the scheduler fails to compute the next run: java.lang.StackOverflowError, ACTIVE");
  }

  private static @Nullable PlannedRun planned(List<ClaimedJob> claimed) {
    assertThat(claimed).hasSize(1);
    return claimed.get(0).planned();
  }

  /** Of the first of January 2020, which has passed. */
  private static PlannedRun run(
      String plannedAt, int number, @Nullable String previousAt, @Nullable String nextAt) {
    return new PlannedRun(at(plannedAt), number, at(previousAt), at(nextAt), null, "catch-up");
  }

  private static @Nullable Instant at(@Nullable String time) {
    return time == null ? null : Instant.parse("2020-01-01T%s:00Z".formatted(time));
  }

  private static Jobs hourly(String recurrence) {
    return job("a", "1").recurring(recurrence, Misfire.FIRE_ALL, "2020-01-01T00:00:00Z");
  }

  private static Jobs hourly(String queue, String jobId) {
    return job(queue, jobId).recurring("every:PT1H", Misfire.FIRE_ALL, "2020-01-01T00:00:00Z");
  }

  private Registered register(Jobs... jobs) {
    return store.register(Stream.of(jobs).map(Jobs::build).toList()).get(0);
  }

  private List<ClaimedJob> claim() {
    return claim(database.xa());
  }

  private List<ClaimedJob> claim(DataSource dataSource) {
    return claim(dataSource, Map.of("a", 1000));
  }

  private List<ClaimedJob> claim(DataSource dataSource, Map<String, Integer> most) {
    return claim(dataSource, most, Duration.ZERO);
  }

  private List<ClaimedJob> claim(
      DataSource dataSource, Map<String, Integer> most, Duration leadTime) {
    return new DueJobs(dataSource, new ExecutionStore(dataSource, "node-1"), schedules(dataSource))
        .claim(most, ClaimCursor.NONE, leadTime, "default", 0)
        .jobs();
  }

  private static JobStore store(DataSource dataSource) {
    return new JobStore(
        dataSource, new ExecutionStore(dataSource, "node-1"), schedules(dataSource));
  }

  private static ScheduleStore schedules(DataSource dataSource) {
    return new ScheduleStore(dataSource, Duration.ofMinutes(1));
  }

  private void awaitSomebodyWhoWaits() {
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                database
                    .value(
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
                    .equals("1"));
  }

  private String schedule(String columns) {
    return database.value("SELECT %s FROM scheduler.schedule".formatted(columns));
  }

  private String ledger() {
    return database.value(
        "SELECT format('registered %s, waiting %s, dispatched %s, cancelled %s, difference %s', registered, waiting, dispatched, cancelled, difference) FROM scheduler.ledger");
  }
}
