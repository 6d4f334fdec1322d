package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.ExecutionTransition;
import org.goodtiming.scheduler.execution.history.Executions;

/** Registers tracked jobs for one worker queue, and waits for what becomes of them. */
public final class TrackedJobs implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final String queue;
  private final Registrant registrant;
  private final Executions executions;

  public TrackedJobs(SystemStack stack, String queue) {
    this.queue = queue;
    this.registrant = new Registrant(stack.connectionFactory());
    this.executions = new Executions(stack.database().dataSource(DatabaseUser.READER));
  }

  public Executions executions() {
    return executions;
  }

  /** Due at once. */
  public void register(String jobId, String text) {
    register(jobId, text, Map.of());
  }

  void register(String jobId, String text, Map<String, Object> properties) {
    Map<String, Object> all = new HashMap<>(properties);
    all.put("scheduler_queue", queue);
    all.put("scheduler_jobId", jobId);
    all.put("scheduler_tracked", true);
    all.putIfAbsent("scheduler_delay", "PT0S");
    assertThat(registrant.ask(text, all).status()).isEqualTo("accepted");
  }

  /** By JMS, as its registrant. */
  Registrant.Receipt cancel(String jobId) {
    return registrant.ask(
        "", Map.of("scheduler_queue", queue, "scheduler_jobId", jobId, "scheduler_op", "cancel"));
  }

  public ExecutionStatus await(String jobId, ExecutionState state) {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> states(jobId), states -> states.contains(state));
    return latest(jobId);
  }

  ExecutionStatus awaitAttempt(String jobId, int attempt) {
    Awaitility.await().atMost(PATIENCE).until(() -> latest(jobId).attempt() == attempt);
    return latest(jobId);
  }

  ExecutionStatus latest(String jobId) {
    return executions.ofJob(key(jobId), 1).get(0);
  }

  public List<ExecutionState> transitions(UUID fireId) {
    return executions.transitions(fireId).stream().map(ExecutionTransition::to).toList();
  }

  private List<ExecutionState> states(String jobId) {
    return executions.ofJob(key(jobId), 1).stream().map(ExecutionStatus::state).toList();
  }

  private JobKey key(String jobId) {
    return new JobKey(queue, jobId);
  }

  @Override
  public void close() {
    registrant.close();
  }
}
