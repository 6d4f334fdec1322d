package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.execution.ExecutionState.FINISHED;

import java.util.stream.IntStream;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.system.RestClient.Answer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Long-running operations of two nodes: one accepts, both execute. */
@AnyServer
class TwoNodesIT {

  static final String QUEUE = "fibonacci";

  private final SystemStack stack = SystemStack.shared();
  @AutoClose private final TrackedJobs jobs = new TrackedJobs(stack, QUEUE);

  @BeforeEach
  void empty() {
    stack.clear();
  }

  @Test
  void jobs_that_one_node_accepts_are_executed_by_both() {
    IntStream.range(0, 20).forEach(i -> post(stack.node(1), "job " + i, "PT0S"));

    assertThat(IntStream.range(0, 20).mapToObj(i -> jobs.await("job " + i, FINISHED)))
        .anyMatch(run -> stack.isWorkerOf(stack.node(1), run))
        .anyMatch(run -> stack.isWorkerOf(stack.node(2), run));
  }

  static Answer post(ServerNode node, String jobId, String delay) {
    Answer answer =
        new RestClient(node)
            .post(
                "/jobs",
                "{\"queue\": \"%s\", \"jobId\": \"%s\", \"delay\": \"%s\", \"tracked\": true, \"body\": \"20\"}"
                    .formatted(QUEUE, jobId, delay));
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    return answer;
  }
}
