package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.dev.ServerNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;

/** Two partitions of one worker queue each, and two nodes. */
@Disruptive
@Nightly
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PartitionIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String SETTING = "SCHEDULER_LEASE_PARTITIONS";
  private static final String QUEUE_A = "test.registration";
  private static final String QUEUE_B = "test.caller";
  private static final int JOBS = 1_500;

  /** Tells the epochs of the two partitions apart. */
  private static final long EPOCH_B = 1_000_000;

  private final SystemStack stack = SystemStack.shared();

  @BeforeAll
  void each_node_leads_one_partition() {
    stack.stopAllNodes();
    move(QUEUE_A, "a");
    move(QUEUE_B, "b");
    stack.execute(
        "UPDATE scheduler.lease SET epoch = epoch + %d WHERE partition = 'b'".formatted(EPOCH_B));
    stack.node(1).start(Map.of(SETTING, "a"));
    awaitHolder("a", stack.node(1));
    stack.node(2).start(Map.of(SETTING, "a,b"));
    awaitHolder("b", stack.node(2));
  }

  @BeforeEach
  void no_jobs() {
    stack.clear();
  }

  @AfterAll
  void as_before() {
    stack.stopAllNodes();
    stack.execute(
        """
        UPDATE scheduler.worker_queue SET partition = 'default';
        DELETE FROM scheduler.lease WHERE partition <> 'default';
        DELETE FROM scheduler.lease_history WHERE partition <> 'default'
        """);
    stack.startAllNodes();
  }

  /** Late, for its nodes end as others than they began. */
  @Test
  @Order(2)
  void a_node_that_dies_leaves_its_partition_to_the_other_and_no_job_is_lost_or_comes_twice() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(List.of(runsLeaderTasks(stack.node(1)), runsLeaderTasks(stack.node(2))))
                    .containsExactly(true, false));
    try (Load load = new Load()) {
      awaitDispatched(JOBS / 4);
      stack.node(1).kill();
      awaitHolder("a", stack.node(2));
      assertThat(holder("b")).isEqualTo("node-2");
      await().atMost(PATIENCE).until(() -> runsLeaderTasks(stack.node(2)));
      stack.node(1).start(Map.of(SETTING, "a,b"));
      awaitDispatched(JOBS / 2);
      stack.node(2).kill();
      awaitHolder("a", stack.node(1));
      awaitHolder("b", stack.node(1));
      load.assertThatEachJobCameOnce();
    }
  }

  @Test
  @Order(1)
  void a_queue_that_moves_while_both_partitions_are_led_gets_each_job_once() {
    try (Load load = new Load()) {
      for (int moves = 1; moves <= 6; moves++) {
        awaitDispatched(moves * JOBS / 4);
        move(QUEUE_A, moves % 2 == 0 ? "a" : "b");
      }
      load.assertThatEachJobCameOnce();
      assertThat(load.fromA.join())
          .as("both partitions have dispatched jobs of the queue")
          .anyMatch(each -> each.delivery().epoch() >= EPOCH_B)
          .anyMatch(each -> each.delivery().epoch() < EPOCH_B);
      assertThat(load.fromB.join()).allMatch(each -> each.delivery().epoch() >= EPOCH_B);
    }
  }

  @Test
  @Order(3)
  void partitions_are_spread_again_and_a_preferred_node_gets_its_partition() {
    stack.node(2).start(Map.of(SETTING, "a,b"));
    await().atMost(PATIENCE).until(() -> !holder("a").equals(holder("b")));

    RestClient rest = new RestClient(stack.node(1));
    String other = holder("a").equals("node-1") ? "node-2" : "node-1";
    RestClient.Answer answer =
        rest.put("/leases/a/preferred-node", "{\"node\": \"%s\"}".formatted(other));

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).contains("\"preferredNode\":\"%s\"".formatted(other));
    await().atMost(PATIENCE).until(() -> holder("a").equals(other) && !holder("b").equals(other));
    assertThat(rest.delete("/leases/a/preferred-node").status()).isEqualTo(200);
  }

  /** As many jobs for each queue, due over the next half minute. */
  private final class Load implements AutoCloseable {

    private final Registrant registrant = new Registrant(stack.connectionFactory());
    private final Worker workerA = new Worker(stack.connectionFactory(), QUEUE_A);
    private final Worker workerB = new Worker(stack.connectionFactory(), QUEUE_B);
    private final CompletableFuture<List<Worker.Received>> fromA = receive(workerA);
    private final CompletableFuture<List<Worker.Received>> fromB = receive(workerB);

    Load() {
      registrant.sendAll(2 * JOBS, this::job);
    }

    private Map<String, Object> job(int number) {
      return Map.of(
          "scheduler_queue",
          number % 2 == 0 ? QUEUE_A : QUEUE_B,
          "scheduler_jobId",
          "job " + number / 2,
          "scheduler_delay",
          "PT%dS".formatted(number * 30L / (2 * JOBS)));
    }

    private CompletableFuture<List<Worker.Received>> receive(Worker worker) {
      return CompletableFuture.supplyAsync(() -> worker.receive(JOBS, PATIENCE, stack::now));
    }

    void assertThatEachJobCameOnce() {
      List<String> all = IntStream.range(0, JOBS).mapToObj(i -> "job " + i).toList();
      List.of(fromA, fromB)
          .forEach(
              received ->
                  assertThat(received.join())
                      .extracting(each -> each.delivery().jobId())
                      .containsExactlyInAnyOrderElementsOf(all));
      await().until(() -> stack.ledger("waiting") == 0);
      assertThat(workerA.nothingMore() && workerB.nothingMore()).as("none twice").isTrue();
      assertThat(stack.ledger("dispatched")).isEqualTo(2 * JOBS);
      assertThat(stack.ledger("difference")).isZero();
    }

    @Override
    public void close() {
      registrant.close();
      workerA.close();
      workerB.close();
    }
  }

  private void awaitDispatched(int jobs) {
    await().atMost(PATIENCE).until(() -> stack.ledger("dispatched") >= jobs);
  }

  private void awaitHolder(String partition, ServerNode node) {
    await().atMost(PATIENCE).until(() -> holder(partition).equals(node.name()));
  }

  private String holder(String partition) {
    return stack.value(
        "SELECT coalesce((SELECT holder FROM scheduler.lease_status WHERE partition = '%s' AND state = 'held'), '')"
            .formatted(partition));
  }

  private void move(String queue, String partition) {
    stack.execute(
        "UPDATE scheduler.worker_queue SET partition = '%s' WHERE name = '%s'"
            .formatted(partition, queue));
  }

  private static boolean runsLeaderTasks(ServerNode node) {
    return Readiness.of(node).says("leads", "true");
  }
}
