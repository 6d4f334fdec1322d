package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.database.Sql;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.job.claim.FailedJobs;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.schedule.ScheduleChanges;
import org.goodtiming.scheduler.schedule.HeldRuns;
import org.goodtiming.scheduler.schedule.RunReleaser;
import org.goodtiming.scheduler.schedule.ScheduleStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules whose runs wait for one another, are skipped, or cancel one another. */
class HeldRunsIT {

  private static final Instant SENT = Instant.parse("2026-12-01T10:00:00Z");
  private static final JobKey KEY = new JobKey("a", "1");
  private static final Overlap WAITS = Overlap.named("wait", false).orElseThrow();

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore store =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private int registered;

  @BeforeEach
  void empty() {
    database.clear();
  }

  @ParameterizedTest
  @ValueSource(strings = {"FINISHED", "ERROR", "CANCELLED", "EXHAUSTED", "EXPIRED"})
  void a_run_waits_for_the_end_of_the_last_one_whatever_end_that_is(String end) {
    register(WAITS);
    assertThat(claim()).hasSize(1);
    release();
    assertThat(claim()).as("while the first one is at work").isEmpty();
    end(end);
    release();
    assertThat(claim()).hasSize(1);
    release();
    assertThat(claim()).as("while the second one is at work").isEmpty();
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void runs_of_other_schedules_do_not_wait() {
    register(Overlap.ALLOWED);
    assertThat(claim()).hasSize(1);
    assertThat(claim()).hasSize(1);
  }

  @Test
  void a_run_waits_no_longer_than_its_limit() {
    register(Overlap.named("wait/PT1S", false).orElseThrow());
    assertThat(claim()).hasSize(1);
    List<ClaimedJob> claimed = new ArrayList<>();
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              claimed.addAll(claim());
              return !claimed.isEmpty();
            });
    assertThat(database.value("SELECT waits_for FROM scheduler.schedule"))
        .isEqualTo(claimed.get(0).fireId().toString());
  }

  @Test
  void a_run_whose_execution_is_pruned_is_not_waited_for() {
    register(WAITS);
    claim();
    database.execute("DELETE FROM scheduler.execution WHERE state = 'DISPATCHED'");
    release();
    assertThat(claim()).hasSize(1);
  }

  @Test
  void the_first_run_of_a_schedule_waits_for_the_last_one_of_the_schedule_that_it_replaces() {
    register(WAITS);
    claim();
    register(WAITS);
    assertThat(claim()).isEmpty();
    store.cancel(KEY, SENT.plusMillis(registered++), "ops");
    release();
    register(WAITS);
    assertThat(claim()).isEmpty();
    end("FINISHED");
    release();
    assertThat(claim()).hasSize(1);
  }

  @Test
  void a_schedule_that_is_cancelled_or_over_waits_for_nothing_once_its_run_has_ended() {
    register(WAITS);
    claim();
    store.cancel(KEY, SENT.plusMillis(registered++), "ops");
    end("FINISHED");
    release();
    assertThat(database.value("SELECT coalesce(waits_for::text, 'none') FROM scheduler.schedule"))
        .isEqualTo("none");
  }

  @Test
  void a_pause_and_the_end_of_the_last_run_do_not_undo_one_another() {
    ScheduleChanges changes =
        new ScheduleChanges(database.xa(), new Audit(database.xa(), "node-1"));
    register(WAITS);
    claim();
    changes.pause("ops", KEY, null);
    changes.resume("ops", KEY);
    assertThat(claim()).as("resumed, and the run is at work").isEmpty();
    changes.pause("ops", KEY, null);
    end("FINISHED");
    release();
    assertThat(claim()).as("the run has ended, and the schedule is paused").isEmpty();
    changes.resume("ops", KEY);
    assertThat(claim()).hasSize(1);
  }

  @Test
  void a_run_that_is_due_before_the_end_of_the_last_one_is_skipped() {
    register(Overlap.named("skip", false).orElseThrow());
    assertThat(claim()).hasSize(1);
    assertThat(claim()).as("while the first one is at work").isEmpty();
    assertThat(claim()).as("nor does the skipped one hold up the next").isEmpty();
    assertThat(database.value("SELECT runs FROM scheduler.schedule")).isEqualTo("1");
    assertThat(
            database.value(
                "SELECT string_agg(DISTINCT message, ',') || ' ' || count(*) FROM scheduler.execution WHERE state = 'EXPIRED'"))
        .isEqualTo("the run before it has not ended, and its schedule skips such runs 2");
    end("FINISHED");
    assertThat(claim()).as("also before a leader has seen the end").hasSize(1);
    end("ERROR");
    release();
    ClaimedJob next = claim().get(0);
    assertThat(next.planned().number()).isEqualTo(3);
    assertThat(next.dueAt()).isEqualTo(Instant.parse("2020-01-01T04:00:00Z"));
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void a_run_that_may_be_skipped_keeps_its_back_off_and_its_turn_at_the_end_of_the_last_one() {
    register(Overlap.named("skip", false).orElseThrow());
    claim();
    failed().postpone(waiting(), Duration.ofHours(1), "address full");
    String postponed = database.value("SELECT eligible_at FROM scheduler.job");
    database.execute("UPDATE scheduler.schedule SET held_until = '2100-01-01T00:00:00Z'");
    end("FINISHED");
    release();
    assertThat(database.value("SELECT eligible_at FROM scheduler.job")).isEqualTo(postponed);
    assertThat(
            database.value(
                "SELECT coalesce(waits_for::text, 'none') || ' ' || held_until FROM scheduler.schedule"))
        .isEqualTo("none 2100-01-01 00:00:00+00");
  }

  @Test
  void a_run_that_cannot_be_sent_does_not_cancel_the_last_one() {
    register(Overlap.named("cancel", false).orElseThrow());
    ClaimedJob first = claim().get(0);
    failed().quarantine(waiting(), "SCHED-0210", "no attempts left", "node-1");
    release();
    assertThat(cancelled()).isEmpty();
    assertThat(claim()).hasSize(1);
    release();
    assertThat(cancelled()).as("the next one does").startsWith(first.fireId().toString());
  }

  private FailedJobs failed() {
    return new FailedJobs(database.xa(), database.executions(), database.schedules());
  }

  private long waiting() {
    return Long.parseLong(database.value("SELECT id FROM scheduler.job"));
  }

  @Test
  void a_run_that_is_due_cancels_the_last_one_until_a_report_no_longer_locks_that()
      throws Exception {
    register(Overlap.named("cancel", false).orElseThrow());
    ClaimedJob first = claim().get(0);
    release();
    assertThat(cancelled()).isEmpty();
    try (OpenTransaction report = new OpenTransaction(database.xa(), () -> {})) {
      new Sql(report.dataSource())
          .execute(
              "UPDATE scheduler.execution SET state = 'RUNNING' WHERE fire_id = '%s'"
                  .formatted(first.fireId()));
      assertThat(claim()).hasSize(1);
      release();
      assertThat(cancelled()).isEmpty();
    }
    release();
    assertThat(cancelled()).isEqualTo(first.fireId() + " RUNNING the next run");
    release();
    assertThat(database.hasWork(new HeldRuns(this::release))).isFalse();
    end("FINISHED");
    release();
    assertThat(claim()).as("after the end of the last one").hasSize(1);
    release();
    assertThat(cancelled()).isEqualTo(first.fireId() + " RUNNING the next run");
  }

  @Test
  void a_further_attempt_of_the_last_run_is_cancelled_once_no_report_locks_the_run()
      throws Exception {
    register(Overlap.named("cancel", false).orElseThrow());
    ClaimedJob first = claim().get(0);
    database.execute(
        """
        UPDATE scheduler.execution SET state = 'SUBMITTED' WHERE state = 'DISPATCHED';
        INSERT INTO scheduler.job OVERRIDING SYSTEM VALUE
        SELECT r.* FROM scheduler.job j, jsonb_populate_record(NULL::scheduler.job, to_jsonb(j) || jsonb_build_object(
          'id', nextval('scheduler.job_id_seq'), 'job_id', scheduler.recovery_id(j.job_id, '%1$s'), 'fire_id', '%1$s', 'planned_at', NULL,
          'eligible_at', '2100-01-01T00:00:00Z')) r;
        INSERT INTO scheduler.ledger_entry (kind, jobs) VALUES ('dispatched', -1);
        """
            .formatted(first.fireId()));
    assertThat(claim()).hasSize(1);
    try (OpenTransaction report = new OpenTransaction(database.xa(), () -> {})) {
      new Sql(report.dataSource())
          .execute(
              "UPDATE scheduler.execution SET worker = 'w' WHERE fire_id = '%s'"
                  .formatted(first.fireId()));
      release();
    }
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("2");
    release();
    assertThat(
            database.value(
                "SELECT state FROM scheduler.execution WHERE fire_id = '%s'"
                    .formatted(first.fireId())))
        .isEqualTo("CANCELLED");
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("1");
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  private String cancelled() {
    return database.value(
        """
        SELECT coalesce(string_agg(fire_id || ' ' || state || ' ' || cancel_requested_by, ','), '')
          FROM scheduler.execution WHERE cancel_requested_at IS NOT NULL
        """);
  }

  @Test
  void the_result_of_a_run_is_the_payload_of_the_next_one() {
    register(Overlap.named("wait", true).orElseThrow());
    String first = claim().get(0).fireId().toString();
    result(first, "JSON", "{\"page\": 2}");
    end("FINISHED");
    release();
    ClaimedJob second = claim().get(0);
    assertThat(second.envelope().body().asText()).isEqualTo("{\"page\": 2}");
    assertThat(second.envelope().carried())
        .containsEntry(JobProperty.CONTENT_TYPE, "application/json");

    result(second.fireId().toString(), "TEXT", "of a run that failed");
    end("ERROR");
    release();
    assertThat(claim().get(0).envelope().body().asText()).isEqualTo("{\"page\": 2}");
  }

  @Test
  void a_schedule_that_counts_successes_ends_after_so_many_runs_that_have_finished() {
    register(WAITS.until(2));
    for (String end : List.of("ERROR", "FINISHED", "EXHAUSTED", "FINISHED")) {
      assertThat(claim()).as("before a run that ends as %s", end).hasSize(1);
      end(end);
      release();
    }
    assertThat(claim()).isEmpty();
    assertThat(
            database.value(
                "SELECT state || ' ' || runs || ' ' || successes || ' ' || end_reason FROM scheduler.schedule"))
        .isEqualTo("ENDED 4 2 the wanted number of runs has finished");
    assertThat(database.value("SELECT count(*) FROM scheduler.job")).isEqualTo("0");
    assertThat(database.value("SELECT message FROM scheduler.execution WHERE state = 'CANCELLED'"))
        .isEqualTo("the wanted number of runs has finished");
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void the_last_run_of_the_schedule_before_is_none_of_its_successes() {
    register(WAITS.until(1));
    claim();
    register(WAITS.until(1));
    end("FINISHED");
    release();
    assertThat(claim()).hasSize(1);
    end("FINISHED");
    release();
    assertThat(database.value("SELECT state FROM scheduler.schedule")).isEqualTo("ENDED");
  }

  @Test
  void a_delay_from_the_end_counts_from_the_report() {
    store.register(
        List.of(
            job("a", "1")
                .tracked()
                .recurring("delay:PT1H/end", Misfire.FIRE_ONCE, "2020-01-01T00:00:00Z")
                .overlap(WAITS)
                .sentAt(SENT)
                .build()));
    assertThat(claim()).hasSize(1);
    database.execute(
        "UPDATE scheduler.execution SET state = 'FINISHED', ended_at = '2100-01-01T00:00:00Z' WHERE state = 'DISPATCHED'");
    release();
    assertThat(
            database.value(
                "SELECT j.due_at = '2100-01-01T01:00:00Z' AND j.planned_at = j.due_at AND j.eligible_at = j.due_at AND s.next_planned_at = j.due_at AND s.waits_for IS NULL FROM scheduler.job j JOIN scheduler.schedule s USING (queue, job_id)"))
        .isEqualTo("t");
    assertThat(database.value("SELECT due_at FROM scheduler.execution WHERE state = 'SUBMITTED'"))
        .isEqualTo("2100-01-01 01:00:00+00");
  }

  @Test
  void a_delay_from_the_end_of_a_run_whose_execution_is_pruned_counts_from_its_dispatch() {
    store.register(
        List.of(
            job("a", "1")
                .tracked()
                .recurring("delay:PT1S/end", Misfire.FIRE_ONCE, "2020-01-01T00:00:00Z")
                .overlap(WAITS)
                .sentAt(SENT)
                .build()));
    claim();
    String planned = database.value("SELECT planned_at FROM scheduler.job");
    database.execute("DELETE FROM scheduler.execution WHERE state = 'DISPATCHED'");
    release();
    assertThat(database.value("SELECT eligible_at FROM scheduler.job")).isEqualTo(planned);
  }

  @Test
  void a_schedule_with_a_delay_from_the_end_may_be_replaced_while_its_run_is_at_work() {
    for (int i = 0; i < 2; i++) {
      store.register(
          List.of(
              job("a", "1")
                  .tracked()
                  .recurring("delay:PT1H/end", Misfire.FIRE_ONCE, "2020-01-01T00:00:00Z")
                  .overlap(WAITS)
                  .sentAt(SENT.plusMillis(i))
                  .build()));
      assertThat(claim()).hasSize(1 - i);
    }
    end("FINISHED");
    release();
    assertThat(claim()).hasSize(1);
  }

  @Test
  void a_run_that_is_being_changed_is_let_go_afterwards() throws SQLException {
    register(WAITS);
    claim();
    end("FINISHED");
    try (OpenTransaction pausing = new OpenTransaction(database.xa(), () -> {})) {
      new ScheduleChanges(pausing.dataSource(), new Audit(pausing.dataSource(), "node-1"))
          .resume("ops", KEY);
      release();
    }
    assertThat(claim()).isEmpty();
    release();
    assertThat(claim()).hasSize(1);
  }

  private void register(Overlap overlap) {
    store.register(
        List.of(
            job("a", "1")
                .tracked()
                .recurring("every:PT1H", Misfire.FIRE_ALL, "2020-01-01T00:00:00Z")
                .overlap(overlap)
                .sentAt(SENT.plusMillis(registered++))
                .build()));
  }

  private void release() {
    database.runIfItHasWork(new HeldRuns(this::release));
  }

  private void release(int limit) {
    inTransaction(runs -> runs.cancelSuperseded(limit));
    inTransaction(runs -> runs.release(limit));
  }

  private void inTransaction(Consumer<RunReleaser> work) {
    try (OpenTransaction releasing = new OpenTransaction(database.xa(), () -> {})) {
      work.accept(
          new RunReleaser(
              releasing.dataSource(),
              new ExecutionStore(releasing.dataSource(), "node-1"),
              new ScheduleStore(releasing.dataSource(), Duration.ofMinutes(1))));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void end(String state) {
    database.execute(
        "UPDATE scheduler.execution SET state = '%s', ended_at = clock_timestamp() WHERE state = 'DISPATCHED'"
            .formatted(state));
  }

  private void result(String fireId, String kind, String text) {
    database.execute(
        "UPDATE scheduler.execution SET result_kind = '%s' WHERE fire_id = '%s'"
            .formatted(kind, fireId));
    database.execute(
        "INSERT INTO scheduler.execution_result (fire_id, body) VALUES ('%s', convert_to('%s', 'UTF8'))"
            .formatted(fireId, text));
  }

  private List<ClaimedJob> claim() {
    return Claims.of(database.xa()).jobs();
  }
}
