package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;

import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A long-running operation whose node dies after it has accepted it. */
@AnyServer
@Disruptive
@Nightly
class KilledNodeIT {

  private final SystemStack stack = SystemStack.shared();
  private final TrackedJobs jobs = new TrackedJobs(stack, TwoNodesIT.QUEUE);

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @AfterEach
  void close() {
    jobs.close();
    stack.startAllNodes();
  }

  @Test
  void a_job_that_a_node_accepts_before_it_is_killed_is_executed_by_the_other_and_shown_by_both() {
    String status = TwoNodesIT.post(stack.node(1), "1", "PT5S").header("Location");
    String path = status.replaceFirst(".*/api/v1", "");
    stack.node(1).kill();

    ExecutionStatus finished = jobs.await("1", FINISHED);
    assertThat(stack.isWorkerOf(stack.node(2), finished)).as(finished.worker()).isTrue();
    assertTold(stack.node(2), path);

    stack.startAllNodes();
    assertTold(stack.node(1), path);
    assertThat(stack.ledger("difference")).isZero();
  }

  private static void assertTold(ServerNode node, String path) {
    RestClient rest = new RestClient(node);
    Answer status = rest.get(path);
    assertThat(status.status()).as(status.body()).isEqualTo(303);
    Answer result = rest.get(status.header("Location"));
    assertThat(result.status()).isEqualTo(200);
    assertThat(result.body()).isEqualTo("6765");
  }
}
