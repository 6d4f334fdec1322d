package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.execution.ExecutionState.DISPATCHED;
import static org.goodtiming.scheduler.execution.ExecutionState.ERROR;
import static org.goodtiming.scheduler.execution.ExecutionState.EXHAUSTED;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;
import static org.goodtiming.scheduler.execution.ExecutionState.RUNNING;
import static org.goodtiming.scheduler.execution.ExecutionState.SUBMITTED;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.ExecutionTransition;
import org.goodtiming.scheduler.system.longrun.LongRunWorker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs that go on after the transaction of their message, on a managed executor. */
@Disruptive
class LongRunIT {

  private static final String QUEUE = "test.long";

  /** More than all pools of a node may have: 64, 12, 8 and the 32 of the sample. */
  private static final int RUNS_AT_ONCE = 150;

  private static final SystemStack stack = SystemStack.shared();
  private static DeployedWorker worker;

  @AutoClose private final TrackedJobs jobs = new TrackedJobs(stack, QUEUE);

  @BeforeAll
  static void prepare() {
    stack.allow(QUEUE, Duration.ofSeconds(1), 2);
    deploy();
  }

  private static void deploy() {
    worker = new DeployedWorker(stack, "longrun", LongRunWorker.class);
  }

  @AfterAll
  static void undeploy() {
    stack.startAllNodes();
    worker.close();
  }

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void a_long_run_finishes_with_its_result() {
    jobs.register("1", "work");
    ExecutionStatus finished = jobs.await("1", FINISHED);
    assertThat(finished.worker()).isNotBlank();
    assertThat(result(jobs, finished)).isEqualTo("result of attempt 1");
    assertThat(jobs.transitions(finished.fireId()))
        .startsWith(SUBMITTED, DISPATCHED)
        .endsWith(FINISHED);
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void the_sample_worker_computes_the_thirtieth_fibonacci_number() {
    try (TrackedJobs samples = new TrackedJobs(stack, "fibonacci")) {
      samples.register("thirty", "30");
      assertThat(result(samples, samples.await("thirty", FINISHED))).isEqualTo("832040");
    }
  }

  @Test
  void no_transaction_of_the_database_is_open_as_long_as_a_run() {
    ExecutionStatus run = startWaiting();
    String longer = "clock_timestamp() - interval '%d s'";
    await()
        .until(
            () ->
                stack.integer(
                        "SELECT count(*) FROM scheduler.execution WHERE started_at < "
                            + longer.formatted(2))
                    == 1);

    assertThat(
            stack.values(
                "SELECT query FROM pg_stat_activity WHERE backend_type = 'client backend' AND xact_start < "
                    + longer.formatted(1)))
        .isEmpty();

    assertThat(new RestClient(stack.node(1)).delete("/executions/" + run.fireId()).status())
        .isEqualTo(202);
    // Its worker stops, and returns a result
    jobs.await("1", FINISHED);
  }

  @Nightly
  @Test
  void more_runs_work_at_once_than_the_database_has_connections() {
    List<String> ids = IntStream.range(0, RUNS_AT_ONCE).mapToObj(Integer::toString).toList();
    ids.forEach(id -> jobs.register(id, "wait for a second attempt"));
    // Each of them has a thread then, and has reported its progress
    String atWork =
        "SELECT count(*) FROM scheduler.execution WHERE state = 'RUNNING' AND progress = 50";
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> stack.integer(atWork), is -> is == RUNS_AT_ONCE);
    assertThat(
            stack.integer(
                "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"))
        .isLessThan(RUNS_AT_ONCE);

    jobs.register("meanwhile", "work");
    jobs.await("meanwhile", FINISHED);
    assertThat(stack.integer(atWork)).isEqualTo(RUNS_AT_ONCE);
    ids.forEach(jobs::cancel);
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                stack.integer("SELECT count(*) FROM scheduler.execution WHERE ended_at IS NULL")
                    == 0);
  }

  @Test
  void a_task_that_throws_ends_its_run_as_an_error() {
    jobs.register("1", "fail");
    assertThat(jobs.await("1", ERROR).message())
        .isEqualTo("java.lang.IllegalStateException: no such order");
  }

  @Test
  void a_task_that_throws_is_tried_again_unless_it_says_that_this_is_of_no_use() {
    jobs.register("1", "fail", Map.of("scheduler_retry", "PT1S"));
    jobs.register("2", "fail for good", Map.of("scheduler_retry", "PT1S"));
    ExecutionStatus failed = jobs.await("1", ERROR);
    assertThat(failed.attempt()).isEqualTo(2);
    assertThat(
            stack.value(
                "SELECT message FROM scheduler.execution_transition WHERE new_state = 'SUBMITTED' AND old_state IS NOT NULL"))
        .isEqualTo(
            "SCHED-0648 attempt 1 of 2 failed, the next follows in PT1S: java.lang.IllegalStateException: no such order");
    ExecutionStatus hopeless = jobs.await("2", ERROR);
    assertThat(hopeless.attempt()).isEqualTo(1);
    assertThat(hopeless.message())
        .isEqualTo("org.goodtiming.scheduler.api.DoNotRetryException: no such order");
  }

  @Test
  void a_task_names_the_time_of_its_next_attempt() {
    jobs.register("1", "fail until later", Map.of("scheduler_retry", "P1D"));
    ExecutionStatus finished = jobs.await("1", FINISHED);
    assertThat(finished.attempt()).isEqualTo(2);
    assertThat(result(jobs, finished)).isEqualTo("result of attempt 2");
    assertSecondAttemptBeganAtCheckpoint(finished);
    assertThat(
            stack.value(
                "SELECT message FROM scheduler.execution_transition WHERE new_state = 'SUBMITTED' AND old_state IS NOT NULL"))
        .startsWith("SCHED-0648 attempt postponed, 1 of 100 times, the next follows at ")
        .endsWith(" as the worker asks: org.goodtiming.scheduler.api.RetryAtException: closed");
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void a_run_whose_transaction_rolls_back_never_begins() {
    jobs.register("1", "roll back");
    ExecutionStatus exhausted = jobs.await("1", EXHAUSTED);
    assertThat(exhausted.progress()).isNull();
    assertThat(jobs.transitions(exhausted.fireId()))
        .containsExactly(SUBMITTED, DISPATCHED, EXHAUSTED);
  }

  @Nightly
  @Test
  void undeploying_the_worker_returns_its_runs() {
    ExecutionStatus first = startWaiting();
    worker.close();
    jobs.awaitAttempt("1", 2);
    assertThat(jobs.executions().transitions(first.fireId()))
        .extracting(ExecutionTransition::message)
        .contains("returned by its worker");

    deploy();
    assertFinishedAtSecondAttempt(first);
  }

  @Nightly
  @Test
  void an_orderly_stop_of_the_node_returns_its_runs() {
    ExecutionStatus first = startWaiting();
    stack.node(1).stop();
    jobs.awaitAttempt("1", 2);
    assertThat(jobs.executions().transitions(first.fireId()))
        .extracting(ExecutionTransition::message)
        .contains("returned by its worker");

    stack.startAllNodes();
    assertFinishedAtSecondAttempt(first);
  }

  @Nightly
  @Test
  void a_run_whose_node_is_killed_is_sent_again() {
    ExecutionStatus first = startWaiting();
    stack.node(1).kill();
    jobs.awaitAttempt("1", 2);
    assertThat(jobs.executions().transitions(first.fireId()))
        .extracting(ExecutionTransition::message)
        .anySatisfy(message -> assertThat(message).startsWith("SCHED-0812 "));

    stack.startAllNodes();
    assertFinishedAtSecondAttempt(first);
  }

  private ExecutionStatus startWaiting() {
    jobs.register("1", "wait for a second attempt");
    ExecutionStatus running = jobs.await("1", RUNNING);
    await().until(() -> Integer.valueOf(50).equals(jobs.latest("1").progress()));
    return running;
  }

  private void assertFinishedAtSecondAttempt(ExecutionStatus first) {
    ExecutionStatus finished = jobs.await("1", FINISHED);
    assertThat(finished.fireId()).isEqualTo(first.fireId());
    assertThat(finished.attempt()).isEqualTo(2);
    assertThat(result(jobs, finished)).isEqualTo("result of attempt 2");
    assertSecondAttemptBeganAtCheckpoint(finished);
    assertThat(stack.ledger("difference")).isZero();
    assertThat(stack.ledger("dispatched")).isEqualTo(1);
  }

  private void assertSecondAttemptBeganAtCheckpoint(ExecutionStatus finished) {
    assertThat(jobs.executions().notes(finished.fireId()).orElseThrow().log())
        .extracting(line -> line.attempt() + " " + line.text())
        .containsExactly("1 begins at null", "2 begins at {\"attempt\":1}");
  }

  private static String result(TrackedJobs jobs, ExecutionStatus finished) {
    ResultLookup result = jobs.executions().result(finished.fireId());
    assertThat(result).isInstanceOf(ResultLookup.Present.class);
    return new String(((ResultLookup.Present) result).bytes(), UTF_8);
  }
}
