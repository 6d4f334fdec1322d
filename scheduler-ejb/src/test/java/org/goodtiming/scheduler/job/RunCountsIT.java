package org.goodtiming.scheduler.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.job.Jobs.job;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.row.SequentialScans;
import org.goodtiming.scheduler.operations.schedule.ScheduleChanges;
import org.goodtiming.scheduler.operations.schedule.ScheduleQueries;
import org.goodtiming.scheduler.schedule.RunCounts;
import org.goodtiming.scheduler.schedule.RunReleaser;
import org.goodtiming.scheduler.sql.InlineTransactions;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.telemetry.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The counts of the runs of a tracked schedule. */
class RunCountsIT {

  private static final Instant SENT = Instant.parse("2026-12-01T10:00:00Z");

  private static final JobKey KEY = new JobKey("a", "1");

  private final ContractDatabase database = ContractDatabase.shared();
  private final JobStore store =
      new JobStore(database.xa(), database.executions(), database.schedules());
  private final List<Event> events = new ArrayList<>();
  private final RunCounts counts =
      new RunCounts(database.xa(), database.executions(), new InlineTransactions(), events::add);
  private final ScheduleQueries queries = new ScheduleQueries(database.xa(), Redaction.NONE);
  private final Executions executions = new Executions(database.xa());
  private int registered;

  @BeforeEach
  void empty() {
    database.clear();
  }

  @Test
  void each_end_of_a_run_counts_once_as_success_or_failure_or_neither() {
    register(Overlap.ALLOWED);
    for (String end : List.of("FINISHED", "ERROR", "CANCELLED", "EXHAUSTED", "EXPIRED")) {
      run(end);
    }
    run("FINISHED");
    assertThat(Claims.of(database.xa()).jobs()).as("at work, so not counted yet").hasSize(1);
    database.runIfItHasWork(counts);
    assertThat(told()).isEqualTo("runs 7, successes 2, failures 2");
    database.runIfItHasWork(counts);
    assertThat(told()).isEqualTo("runs 7, successes 2, failures 2");
    end("ERROR");
    database.runIfItHasWork(counts);
    assertThat(told()).isEqualTo("runs 7, successes 2, failures 3");
  }

  @Test
  void the_search_for_work_does_not_read_the_runs_that_wait_or_are_counted() {
    database.execute(
        """
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, uncounted)
        SELECT gen_random_uuid(), 'a', 'w' || i, 'SUBMITTED', 'node-1', '2100-01-01Z', true FROM generate_series(1, 10000) i;
        INSERT INTO scheduler.execution (fire_id, queue, job_id, state, node, due_at, ended_at)
        SELECT gen_random_uuid(), 'a', 'e' || i, 'FINISHED', 'node-1', '2020-01-01Z', '2020-01-01Z' FROM generate_series(1, 10000) i;
        ANALYZE scheduler.execution
        """);
    assertThat(new SequentialScans(database.xa()).of(new SqlText("SELECT " + counts.condition())))
        .isEmpty();
  }

  @Test
  void runs_of_a_schedule_that_was_replaced_do_not_count_for_its_successor() {
    register(Overlap.ALLOWED);
    run("FINISHED");
    assertThat(Claims.of(database.xa()).jobs()).hasSize(1);
    register(Overlap.ALLOWED);
    end("ERROR");
    run("FINISHED");
    database.runIfItHasWork(counts);
    assertThat(told()).isEqualTo("runs 1, successes 1, failures 0");
  }

  @Test
  void a_schedule_that_is_being_dispatched_is_counted_the_next_time() throws SQLException {
    register(Overlap.ALLOWED);
    run("FINISHED");
    try (OpenTransaction dispatch = new OpenTransaction(database.xa(), () -> {})) {
      assertThat(Claims.of(dispatch.dataSource()).jobs()).hasSize(1);
      database.runIfItHasWork(counts);
      assertThat(told()).isEqualTo("runs 1, successes 0, failures 0");
    }
    database.runIfItHasWork(counts);
    assertThat(told()).isEqualTo("runs 2, successes 1, failures 0");
  }

  @Test
  void a_schedule_that_counts_successes_counts_none_twice() {
    register(Overlap.named("wait", false).orElseThrow().until(3));
    run("FINISHED");
    database.runIfItHasWork(counts);
    assertThat(told())
        .as("the release of the next run counts it")
        .isEqualTo("runs 1, successes 0, failures 0");
    new RunReleaser(database.xa(), database.executions(), database.schedules()).release(100);
    database.runIfItHasWork(counts);
    assertThat(told()).isEqualTo("runs 1, successes 1, failures 0");
  }

  @Test
  void a_schedule_is_paused_after_failed_runs_in_a_row() {
    registerPausing(2);
    for (String end : List.of("ERROR", "FINISHED", "ERROR", "CANCELLED", "EXPIRED")) {
      run(end);
      database.runIfItHasWork(counts);
    }
    assertThat(paused()).isEqualTo("ACTIVE 1 ");
    run("EXHAUSTED");
    database.runIfItHasWork(counts);
    assertThat(paused()).startsWith("PAUSED 2 2 runs in a row have failed, since 20");
    assertThat(events).hasToString("[SchedulePaused[key=a/1, reason=" + reason() + "]]");
    assertThat(Claims.of(database.xa()).jobs()).isEmpty();
    assertThat(queries.find(KEY).orElseThrow().values())
        .containsEntry("pauseAfterFailures", 2)
        .containsEntry("failuresInRow", 2)
        .containsEntry("pauseReason", reason());

    new ScheduleChanges(database.xa(), new Audit(database.xa(), "node-1")).resume("ops", KEY);
    assertThat(paused()).isEqualTo("ACTIVE 0 ");
    run("ERROR");
    database.runIfItHasWork(counts);
    assertThat(paused()).as("the count begins anew").isEqualTo("ACTIVE 1 ");
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void no_run_is_dispatched_after_the_last_failure_even_before_that_is_counted() {
    registerPausing(2);
    run("ERROR");
    run("ERROR");
    assertThat(Claims.of(database.xa()).jobs()).isEmpty();
    assertThat(database.value("SELECT message FROM scheduler.execution WHERE state = 'EXPIRED'"))
        .isEqualTo("too many runs before it have failed: its schedule is paused");
    database.runIfItHasWork(counts);
    assertThat(paused()).startsWith("PAUSED 2 ");
    new ScheduleChanges(database.xa(), new Audit(database.xa(), "node-1")).resume("ops", KEY);
    database.execute("UPDATE scheduler.schedule SET held_until = NULL");
    database.execute("UPDATE scheduler.job SET eligible_at = due_at");
    ClaimedJob next = Claims.of(database.xa()).jobs().get(0);
    assertThat(next.dueAt()).as("its time stays").isEqualTo(Instant.parse("2020-01-01T02:00:00Z"));
    assertThat(next.planned().number()).isEqualTo(3);
    assertThat(next.planned().previousAt()).isEqualTo(Instant.parse("2020-01-01T01:00:00Z"));
    assertThat(database.value("SELECT difference FROM scheduler.ledger")).isEqualTo("0");
  }

  @Test
  void a_success_that_is_not_counted_yet_stops_no_dispatch() {
    registerPausing(2);
    run("ERROR");
    database.runIfItHasWork(counts);
    run("FINISHED");
    run("ERROR");
    assertThat(Claims.of(database.xa()).jobs()).hasSize(1);
    database.runIfItHasWork(counts);
    assertThat(paused()).isEqualTo("ACTIVE 1 ");
  }

  private void registerPausing(int failures) {
    store.register(
        List.of(
            job("a", "1")
                .recurring("every:PT1H", Misfire.FIRE_ALL, "2020-01-01T00:00:00Z")
                .pauseAfterFailures(failures)
                .tracked()
                .sentAt(SENT.plusMillis(registered++))
                .build()));
  }

  private String paused() {
    return database.value(
        "SELECT concat_ws(' ', state, failures_in_row, coalesce(pause_reason, '')) FROM scheduler.schedule");
  }

  private String reason() {
    return database.value("SELECT pause_reason FROM scheduler.schedule");
  }

  @Test
  void an_untracked_schedule_has_no_counts() {
    store.register(
        List.of(
            job("a", "1")
                .recurring("every:PT1H", Misfire.FIRE_ALL, "2020-01-01T00:00:00Z")
                .build()));
    assertThat(queries.find(KEY).orElseThrow().values())
        .containsEntry("tracked", false)
        .doesNotContainKeys("successes", "failures");
  }

  @Test
  void pages_show_each_execution_once_and_the_newest_first() {
    register(Overlap.ALLOWED);
    List.of("FINISHED", "ERROR", "FINISHED").forEach(this::run);
    List<ExecutionStatus> first = executions.ofJob(KEY, null, 3);
    assertThat(first)
        .extracting(ExecutionStatus::state)
        .containsExactly(ExecutionState.SUBMITTED, ExecutionState.FINISHED, ExecutionState.ERROR);
    assertThat(executions.ofJob(KEY, first.get(1).position(), 3))
        .extracting(ExecutionStatus::state)
        .containsExactly(ExecutionState.ERROR, ExecutionState.FINISHED);
  }

  /** From a time that has passed, later than all registrations before. */
  private void register(Overlap overlap) {
    store.register(
        List.of(
            job("a", "1")
                .recurring("every:PT1H", Misfire.FIRE_ALL, "2020-01-01T00:00:00Z")
                .overlap(overlap)
                .tracked()
                .sentAt(SENT.plusMillis(registered++))
                .build()));
  }

  private void run(String end) {
    assertThat(Claims.of(database.xa()).jobs()).hasSize(1);
    end(end);
  }

  private void end(String state) {
    database.execute(
        "UPDATE scheduler.execution SET state = '%s', ended_at = clock_timestamp() WHERE state = 'DISPATCHED'"
            .formatted(state));
  }

  private String told() {
    return database.value(
        "SELECT format('runs %s, successes %s, failures %s', runs, successes, failures) FROM scheduler.schedule");
  }
}
