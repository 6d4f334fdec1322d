package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.goodtiming.scheduler.system.HttpsTarget.Answer;
import org.goodtiming.scheduler.system.HttpsTarget.Call;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes that die while they call the target of a worker queue. */
@Disruptive
@Nightly
class TargetKillIT {

  private static final String QUEUE = "test.target";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int JOBS = 40;

  private final SystemStack stack = SystemStack.shared();
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile boolean waits = true;
  private HttpsTarget worker;

  @BeforeEach
  void start() throws Exception {
    stack.clear();
    stack.allow(QUEUE);
    worker = new HttpsTarget(stack.receiver(), this::answer);
  }

  @AfterEach
  void stop() {
    end.countDown();
    worker.close();
    stack.startAllNodes();
    stack.clear();
  }

  private Answer answer(Call call) throws InterruptedException {
    if (waits) {
      end.await();
    }
    return Answer.of(204);
  }

  /** One node alone calls, is killed amid the call, and the other one calls again. */
  @Test
  void a_call_that_dies_with_its_node_is_made_again_with_the_same_key_and_the_next_attempt() {
    stack.node(2).stop();
    target();
    stack.registerDue(QUEUE, 1);
    await().atMost(PATIENCE).until(() -> worker.calls("0").size() == 1);
    waits = false;
    stack.node(1).kill();
    stack.node(2).start();
    await().atMost(PATIENCE).until(() -> worker.calls("0").size() == 2);

    List<Call> calls = worker.calls("0");
    assertThat(calls)
        .extracting(call -> call.header("scheduler-attempt"))
        .containsExactly("1", "2");
    assertThat(calls.get(1).header("Idempotency-Key"))
        .isEqualTo(calls.get(0).header("Idempotency-Key"));
    assertEachWasDone(1);
  }

  @Test
  void each_job_is_done_although_a_node_dies_amid_its_calls() {
    target();
    stack.registerDue(QUEUE, JOBS);
    await().atMost(PATIENCE).until(() -> worker.calls().size() >= 10);
    waits = false;
    stack.node(1).kill();
    assertEachWasDone(JOBS);
  }

  private void target() {
    new RestClient(stack.node(1))
        .put(
            "/worker-queues/" + QUEUE,
            "{\"target\": \"%s\", \"retry\": \"20/PT1S\"}".formatted(worker.url("/jobs")));
  }

  /** Counted by the worker; the ledger and the broker have nothing left. */
  private void assertEachWasDone(int jobs) {
    BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                worker.calls().stream().map(Call::jobId).distinct().count() == jobs
                    && broker.messagesOn(QUEUE) == 0
                    && stack.integer("SELECT count(*) FROM scheduler.job") == 0);
    assertThat(stack.integer("SELECT count(*) FROM scheduler.quarantine")).isZero();
  }
}
