package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tracked runs that do not end within their limit. */
class RunLimitIT {

  private static final String QUEUE = "test.registration";

  private final SystemStack stack = SystemStack.shared();
  private final TrackedJobs jobs = new TrackedJobs(stack, QUEUE);

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @AfterEach
  void close() {
    jobs.close();
    stack.clear();
  }

  @Test
  void a_run_whose_worker_never_reports_is_tried_again_and_ends_as_an_error() {
    jobs.register(
        "silent", "the body", Map.of("scheduler_runTimeout", "PT2S", "scheduler_retry", "PT1S"));
    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      assertThat(worker.receive().attempt()).isEqualTo(1);
      assertThat(worker.receive().attempt()).isEqualTo(2);
      ExecutionStatus ended = jobs.await("silent", ExecutionState.ERROR);
      assertThat(ended.attempt()).isEqualTo(2);
      assertThat(ended.message())
          .isEqualTo(
              "SCHED-0651 no end was reported within PT2S of the dispatch (no worker has begun)");
    }
    assertThat(stack.ledger("difference")).isZero();
  }

  @Nightly
  @Test
  void the_message_of_a_run_that_no_worker_has_taken_is_removed_when_the_run_ends() {
    assertThat(
            new RestClient(stack.node(1))
                .put("/worker-queues/" + QUEUE, "{\"runTimeout\": \"PT2S\"}")
                .json()
                .getString("runTimeout"))
        .isEqualTo("PT2S");
    jobs.register("untaken", "the body");
    jobs.await("untaken", ExecutionState.ERROR);
    try (Worker worker = new Worker(stack.connectionFactory(), QUEUE)) {
      assertThat(worker.nothingMore()).isTrue();
    }
  }
}
