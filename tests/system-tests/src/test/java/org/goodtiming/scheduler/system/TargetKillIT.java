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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes, broker or database die while nodes call the target of a worker queue. */
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
    if (!stack.broker().running()) {
      stack.broker().start();
    }
    if (!stack.database().running()) {
      stack.database().start();
    }
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

  /** What the target did is told again, because its answer could not be stored. */
  @Test
  void a_call_of_a_tracked_run_whose_answer_cannot_be_stored_is_made_again() {
    target("\"tracked\": true");
    stack.registerDue(QUEUE, 1);
    await().atMost(PATIENCE).until(() -> worker.calls("0").size() == 1);
    stack.database().kill();
    end.countDown();
    // Nobody knows for how long
    stack.database().start();
    await().atMost(PATIENCE).until(() -> worker.calls("0").size() == 2);

    List<Call> calls = worker.calls("0");
    assertThat(calls)
        .extracting(call -> call.header("scheduler-attempt"))
        .containsExactly("1", "2");
    assertThat(calls).extracting(call -> call.header("Idempotency-Key")).containsOnly(fireId());
    assertEachWasDone(1);
    assertThat(stack.value("SELECT state FROM scheduler.execution")).isEqualTo("FINISHED");
  }

  /** A call that has begun is answered while the database is away: only the broker must know. */
  @Test
  void a_job_that_is_not_tracked_is_done_without_the_database() {
    target();
    stack.registerDue(QUEUE, 1);
    await().atMost(PATIENCE).until(() -> worker.calls("0").size() == 1);
    stack.database().kill();
    end.countDown();
    BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
    await().atMost(PATIENCE).until(() -> broker.messagesOn(QUEUE) == 0);
    stack.database().start();

    assertEachWasDone(1);
    assertThat(worker.calls("0")).hasSize(1);
  }

  @Test
  void a_call_during_which_the_broker_dies_is_made_again_with_the_same_key() {
    target();
    stack.registerDue(QUEUE, 1);
    await().atMost(PATIENCE).until(() -> worker.calls("0").size() == 1);
    String key = worker.calls("0").get(0).header("Idempotency-Key");
    stack.broker().kill();
    end.countDown();
    stack.broker().start();
    await().atMost(PATIENCE).until(() -> worker.calls("0").size() == 2);

    assertThat(worker.calls("0"))
        .extracting(call -> call.header("Idempotency-Key"))
        .containsOnly(key);
    // The crash of the broker may have lost the first delivery
    assertThat(worker.calls("0").get(1).header("scheduler-attempt")).isIn("1", "2");
    assertEachWasDone(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void each_job_is_done_although_a_server_is_away_amid_its_calls(boolean isBroker) {
    target("\"tracked\": true");
    stack.registerDue(QUEUE, JOBS);
    await().atMost(PATIENCE).until(() -> worker.calls().size() >= 10);
    if (isBroker) {
      stack.broker().kill();
    } else {
      stack.database().kill();
    }
    waits = false;
    end.countDown();
    if (isBroker) {
      stack.broker().start();
    } else {
      stack.database().start();
    }
    assertEachWasDone(JOBS);
    assertThat(stack.integer("SELECT count(*) FROM scheduler.execution WHERE state = 'FINISHED'"))
        .isEqualTo(JOBS);
    assertThat(worker.calls().stream().map(call -> call.header("Idempotency-Key")).distinct())
        .hasSize(JOBS);
  }

  private String fireId() {
    return stack.value("SELECT fire_id FROM scheduler.execution");
  }

  private void target() {
    target("\"tracked\": false");
  }

  private void target(String settings) {
    new RestClient(stack.node(1))
        .put(
            "/worker-queues/" + QUEUE,
            "{\"target\": \"%s\", \"retry\": \"20/PT1S\", %s}"
                .formatted(worker.url("/jobs"), settings));
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
                    && stack.integer("SELECT count(*) FROM scheduler.job") == 0
                    && stack.integer(
                            "SELECT count(*) FROM scheduler.execution WHERE ended_at IS NULL")
                        == 0);
    assertThat(stack.integer("SELECT count(*) FROM scheduler.quarantine")).isZero();
  }
}
