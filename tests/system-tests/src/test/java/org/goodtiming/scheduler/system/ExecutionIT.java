package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.goodtiming.scheduler.execution.ExecutionState.CANCELLED;
import static org.goodtiming.scheduler.execution.ExecutionState.DISPATCHED;
import static org.goodtiming.scheduler.execution.ExecutionState.EXHAUSTED;
import static org.goodtiming.scheduler.execution.ExecutionState.EXPIRED;
import static org.goodtiming.scheduler.execution.ExecutionState.SUBMITTED;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.ExecutionTransition;
import org.goodtiming.scheduler.execution.history.Executions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The execution of a tracked job, from its registration until it is sent or given up. */
class ExecutionIT {

  private static final String QUEUE = "test.registration";
  private static final String FAR = "2100-01-01T00:00:00Z";

  private final SystemStack stack = SystemStack.shared();
  @AutoClose private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final Executions executions =
      new Executions(stack.database().dataSource(DatabaseUser.READER));

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void a_tracked_job_is_submitted_then_dispatched_and_each_transition_is_kept()
      throws JMSException {
    Instant before = stack.now();
    register("1", Map.of("scheduler_tracked", true, "scheduler_dueAt", FAR));
    ExecutionStatus submitted = awaitState("1", SUBMITTED);
    assertThat(submitted.dueAt()).isEqualTo(FAR);
    assertThat(submitted.registeredBy()).isEqualTo("admin");
    assertThat(submitted.attempt()).isEqualTo(1);
    assertThat(executions.result(submitted.fireId())).isEqualTo(new ResultLookup.NotYet());

    stack.execute("UPDATE scheduler.job SET eligible_at = clock_timestamp()");
    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      Message delivery = worker.receiveMessage();
      assertThat(delivery.getStringProperty("scheduler_fireId"))
          .isEqualTo(submitted.fireId().toString());
      assertThat(delivery.getBooleanProperty("scheduler_tracked")).isTrue();
      assertThat(delivery.getLongProperty("scheduler_runAttempt")).isEqualTo(1);
      assertThat(delivery.getStringProperty("scheduler_token")).matches("[0-9a-f]{32}");
    }
    ExecutionStatus dispatched = awaitState("1", DISPATCHED);
    assertThat(dispatched.dispatchedAt()).isAfterOrEqualTo(submitted.submittedAt());
    assertThat(transitions(dispatched.fireId())).containsExactly(SUBMITTED, DISPATCHED);
    List<ExecutionTransition> transitions = executions.transitions(dispatched.fireId());
    assertThat(transitions).extracting(ExecutionTransition::from).containsExactly(null, SUBMITTED);
    assertThat(transitions)
        .extracting(ExecutionTransition::node)
        .allMatch(node -> node.matches("node-[12]"));
    assertThat(transitions)
        .extracting(ExecutionTransition::at)
        .isSorted()
        .allSatisfy(at -> assertThat(at).isBetween(before, stack.now()));
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void a_queue_says_whether_its_jobs_are_tracked_unless_their_registrant_does() {
    stack.execute("UPDATE scheduler.worker_queue SET tracked = true WHERE name = '" + QUEUE + "'");
    register("default", Map.of("scheduler_dueAt", FAR));
    register("never", Map.of("scheduler_tracked", "false", "scheduler_dueAt", FAR));
    awaitState("default", SUBMITTED);
    await().until(() -> stack.ledger("waiting") == 2);
    assertThat(stack.values("SELECT job_id FROM scheduler.execution")).containsExactly("default");
  }

  @Test
  void an_untracked_job_leaves_no_trace_in_the_tables_of_executions() {
    register("1", Map.of("scheduler_delay", "PT0S"));
    await().until(() -> stack.ledger("dispatched") == 1);
    assertThat(
            stack.integer(
                """
                SELECT (SELECT count(*) FROM scheduler.execution) + (SELECT count(*) FROM scheduler.execution_transition)
                     + (SELECT count(*) FROM scheduler.execution_input)
                """))
        .isZero();
  }

  @Nightly
  @Test
  void a_line_of_many_says_for_itself_whether_it_is_tracked() {
    registrant.ask(
        """
        {"jobId": "1", "tracked": true}
        {"jobId": "2"}
        """,
        Map.of("scheduler_op", "scheduleAll", "scheduler_dueAt", FAR));
    awaitState("1", SUBMITTED);
    await().until(() -> stack.ledger("waiting") == 2);
    assertThat(executions.ofJob(new JobKey(QUEUE, "2"), 9)).isEmpty();
  }

  @Test
  void a_replacement_has_a_new_fire_id_and_ends_the_execution_of_the_replaced_job() {
    register("1", Map.of("scheduler_tracked", true, "scheduler_dueAt", FAR));
    UUID replaced = awaitState("1", SUBMITTED).fireId();
    ask("1", Map.of("scheduler_tracked", true, "scheduler_dueAt", FAR));

    await().until(() -> executions.ofJob(new JobKey(QUEUE, "1"), 9).size() == 2);
    assertThat(executions.ofJob(new JobKey(QUEUE, "1"), 9))
        .extracting(ExecutionStatus::state)
        .containsExactly(SUBMITTED, CANCELLED);
    ExecutionStatus ended = executions.find(replaced).orElseThrow();
    assertThat(ended.message()).isEqualTo("replaced by a later registration");
    assertThat(ended.endedAt()).isNotNull();
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void a_tracked_job_that_an_untracked_one_replaces_is_ended_too() {
    register("1", Map.of("scheduler_tracked", true, "scheduler_dueAt", FAR));
    awaitState("1", SUBMITTED);
    ask("1", Map.of("scheduler_dueAt", FAR));
    awaitState("1", CANCELLED);
  }

  @Test
  void a_cancel_ends_the_execution_of_a_waiting_job() {
    register("1", Map.of("scheduler_tracked", true, "scheduler_dueAt", FAR));
    awaitState("1", SUBMITTED);
    ask("1", Map.of("scheduler_op", "cancel"));
    ExecutionStatus cancelled = awaitState("1", CANCELLED);
    assertThat(executions.result(cancelled.fireId())).isEqualTo(new ResultLookup.None());
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void a_job_that_expires_before_it_is_dispatched_ends_as_expired() {
    stack.pause(QUEUE, true);
    register("1", Map.of("scheduler_tracked", true, "scheduler_delay", "PT0S"));
    awaitState("1", SUBMITTED);
    stack.execute("UPDATE scheduler.job SET expires_at = clock_timestamp()");
    stack.pause(QUEUE, false);
    assertThat(awaitState("1", EXPIRED).message()).contains("scheduler_expiresAt");
    assertThat(stack.ledger("difference")).isZero();
  }

  @Test
  void a_job_that_cannot_be_dispatched_ends_as_exhausted_and_says_why() {
    stack.pause(QUEUE, true);
    IntStream.range(0, 5)
        .forEach(
            i ->
                register("job " + i, Map.of("scheduler_tracked", true, "scheduler_delay", "PT0S")));
    stack.execute(
        "UPDATE scheduler.job SET properties = 'not json', attempts = 4 WHERE job_id = 'job 3'");
    stack.pause(QUEUE, false);
    assertThat(awaitState("job 3", EXHAUSTED).message()).startsWith("SCHED-0210 ");
    IntStream.of(0, 1, 2, 4).forEach(i -> awaitState("job " + i, DISPATCHED));
    await().until(() -> stack.ledger("difference") == 0);
  }

  @Test
  void a_dead_letter_ends_as_exhausted_and_says_why() {
    Map<String, Object> properties = new HashMap<>();
    properties.put("scheduler_queue", "always-fails");
    properties.put("scheduler_tracked", true);
    properties.put("scheduler_delay", "PT0S");
    ask("dead", properties);
    ExecutionStatus dead = awaitState(new JobKey("always-fails", "dead"), EXHAUSTED);
    assertThat(dead.message()).startsWith("SCHED-0220 ");
    assertThat(transitions(dead.fireId())).containsExactly(SUBMITTED, DISPATCHED, EXHAUSTED);
  }

  @Nightly
  @Test
  void a_message_that_expires_in_its_worker_queue_ends_as_expired() {
    register(
        "1",
        Map.of("scheduler_tracked", true, "scheduler_delay", "PT0S", "scheduler_timeToLive", 1L));
    assertThat(awaitState("1", EXPIRED).message()).startsWith("SCHED-0221 ");
  }

  private ExecutionStatus awaitState(String jobId, ExecutionState state) {
    return awaitState(new JobKey(QUEUE, jobId), state);
  }

  private ExecutionStatus awaitState(JobKey key, ExecutionState state) {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> states(key), states -> states.contains(state));
    return executions.ofJob(key, 1).get(0);
  }

  private List<ExecutionState> states(JobKey key) {
    return executions.ofJob(key, 1).stream().map(ExecutionStatus::state).toList();
  }

  private List<ExecutionState> transitions(UUID fireId) {
    return executions.transitions(fireId).stream().map(ExecutionTransition::to).toList();
  }

  private void register(String jobId, Map<String, Object> properties) {
    assertThat(ask(jobId, properties)).isEqualTo("accepted");
  }

  private String ask(String jobId, Map<String, Object> properties) {
    Map<String, Object> all = new HashMap<>(properties);
    all.put("scheduler_jobId", jobId);
    return registrant.ask("check", all).status();
  }
}
