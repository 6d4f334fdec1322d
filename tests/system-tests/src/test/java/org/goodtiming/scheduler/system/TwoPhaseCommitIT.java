package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order of a commit is real: the resource managers are seen in each of its states. */
@AnyServer
@Disruptive
class TwoPhaseCommitIT {

  private final SystemStack stack = SystemStack.shared();
  @AutoClose private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  @BeforeEach
  void connect() {
    awaitConnectedNodes();
    stack.clear();
  }

  @Test
  void a_registration_is_prepared_at_the_broker_before_the_database_commits() throws SQLException {
    try (CommitBarrier barrier = CommitBarrier.against("INSERT", stack)) {
      register("2100-01-01T00:00:00Z");
      barrier.awaitHeld("COMMIT");
      assertThat(broker.preparedTransactions()).isNotEmpty();
      assertThat(waiting()).as("not committed yet").isZero();
      stack.broker().suspend();
      barrier.open();
      await().until(() -> waiting() == 1);
      assertThat(stack.values("SELECT gid FROM scheduler.prepared_transaction")).isEmpty();
    } finally {
      stack.broker().resume();
    }
    await().until(() -> broker.preparedTransactions().isEmpty());
    assertThat(broker.messagesOn("scheduler.jobs")).isZero();
  }

  @Test
  void a_receipt_comes_after_the_commit_of_its_registration() throws SQLException {
    try (CommitBarrier barrier = CommitBarrier.against("INSERT", stack)) {
      CompletableFuture<Registrant.Receipt> receipt =
          CompletableFuture.supplyAsync(
              () ->
                  registrant.ask(
                      "x",
                      Map.of(
                          "scheduler_jobId", "slow", "scheduler_dueAt", "2100-01-01T00:00:00Z")));
      barrier.awaitHeld("COMMIT");
      assertThat(receipt).as("not committed yet").isNotDone();
      barrier.open();
      assertThat(receipt.join().status()).isEqualTo("accepted");
      assertThat(waiting()).isEqualTo(1);
    }
  }

  @Test
  void a_dispatch_is_prepared_at_the_broker_before_the_database_commits() throws SQLException {
    try (CommitBarrier barrier = CommitBarrier.against("DELETE", stack)) {
      register("2000-01-01T00:00:00Z");
      barrier.awaitHeld("COMMIT");
      assertThat(broker.preparedTransactions()).isNotEmpty();
      assertThat(broker.messagesOn("test.registration")).as("not committed yet").isZero();
      stack.broker().suspend();
      barrier.open();
      await().until(() -> waiting() == 0);
    } finally {
      stack.broker().resume();
    }
    await().until(() -> broker.messagesOn("test.registration") == 1);
  }

  /** An earlier test may have restarted the broker: the nodes connect again within seconds. */
  private void awaitConnectedNodes() {
    stack.clear();
    registrant.ask("x", Map.of("scheduler_jobId", "first", "scheduler_delay", "PT0S"));
    try (Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      worker.receive();
    }
  }

  private void register(String dueAt) {
    registrant.send("x", Map.of("scheduler_jobId", "slow", "scheduler_dueAt", dueAt));
  }

  private long waiting() {
    return stack.integer("SELECT count(*) FROM scheduler.job");
  }
}
