package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The database prepares like the broker: scheduler.transactions=xa. */
@Disruptive
@TestInstance(Lifecycle.PER_CLASS)
class XaCommitIT {

  private final SystemStack stack = SystemStack.shared();
  private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  private final AtomicBoolean released = new AtomicBoolean();
  private CompletableFuture<Void> probe = CompletableFuture.completedFuture(null);

  /**
   * All that happens is done by the node in this mode; to drain the other is cheaper than a stop.
   */
  @BeforeAll
  void one_node_in_mode_xa_and_the_other_drained() {
    stack.transactionsXa(stack.node(1), Map.of());
    stack.clear();
    stack.execute(
        "INSERT INTO scheduler.node_duty (node, dispatches, registers, changed_by) VALUES ('node-2', false, false, 'test')");
    await().until(() -> broker.consumersOn("scheduler.jobs") == 1);
    await()
        .until(
            () -> stack.value("SELECT holder FROM scheduler.lease WHERE released_at IS NULL"),
            "node-1"::equals);
  }

  @AfterAll
  void default_mode() {
    registrant.close();
    stack.stopForDefaultTransactions(stack.node(1));
    stack.execute("DELETE FROM scheduler.node_duty");
  }

  /** The broker prepares first, and is suspended then, so that it cannot learn the decision. */
  @Test
  void a_registration_is_prepared_on_both_sides_before_either_commits() throws SQLException {
    try (CommitBarrier barrier = CommitBarrier.against("INSERT", stack)) {
      registrant.send("x", job("2100-01-01T00:00:00Z"));
      barrier.awaitHeld("PREPARE TRANSACTION");
      assertThat(broker.preparedTransactions()).isNotEmpty();
      stack.broker().suspend();
      try {
        barrier.open();
        await().until(() -> prepared() == 1);
        assertThat(waiting()).as("not committed yet").isZero();
      } finally {
        stack.broker().resume();
      }
    }
    await().until(() -> waiting() == 1);
    awaitCommitOnBothSides();
  }

  /** The database prepares first, and commits first: commits wait there for a missing standby. */
  @Test
  void a_dispatch_is_prepared_on_both_sides_before_either_commits() throws SQLException {
    try (CommitBarrier barrier = CommitBarrier.against("DELETE", stack)) {
      registrant.send("x", job("2000-01-01T00:00:00Z"));
      barrier.awaitHeld("PREPARE TRANSACTION");
      stack.broker().suspend();
      try {
        barrier.open();
        await().until(() -> prepared() == 1);
        commitsWaitForStandby();
        stack.broker().resume();
        awaitWaitForStandby("COMMIT PREPARED");
        assertThat(broker.preparedTransactions()).isNotEmpty();
        assertThat(broker.messagesOn("test.registration")).as("not committed yet").isZero();
        assertThat(prepared()).isEqualTo(1);
        assertThat(waiting()).as("not committed yet").isEqualTo(1);
      } finally {
        commitsPass();
        stack.broker().resume();
      }
    }
    await().until(() -> broker.messagesOn("test.registration") == 1);
    assertThat(waiting()).isZero();
    awaitCommitOnBothSides();
  }

  /** Returns when commits wait; the server reads its settings some time after the request. */
  private void commitsWaitForStandby() {
    stack.execute("CREATE TABLE public.probe ()");
    standby("nobody");
    probe = CompletableFuture.runAsync(this::commitUntilReleased);
    awaitWaitForStandby("INSERT INTO public.probe");
  }

  private void commitUntilReleased() {
    while (!released.get()) {
      stack.execute("INSERT INTO public.probe DEFAULT VALUES");
    }
  }

  private void commitsPass() {
    released.set(true);
    standby("");
    probe.join();
    stack.execute("DROP TABLE IF EXISTS public.probe");
  }

  private void standby(String name) {
    stack.execute("ALTER SYSTEM SET synchronous_standby_names = '%s'".formatted(name));
    stack.execute("SELECT pg_reload_conf()");
  }

  private void awaitWaitForStandby(String statement) {
    await()
        .until(
            () ->
                stack.integer(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%s%%'"
                            .formatted(statement))
                    == 1);
  }

  private void awaitCommitOnBothSides() {
    await().until(() -> broker.preparedTransactions().isEmpty());
    await().until(() -> prepared() == 0);
  }

  private static Map<String, Object> job(String dueAt) {
    return Map.of("scheduler_jobId", "slow", "scheduler_dueAt", dueAt);
  }

  private long prepared() {
    return stack.integer("SELECT count(*) FROM scheduler.prepared_transaction");
  }

  private long waiting() {
    return stack.integer("SELECT count(*) FROM scheduler.job");
  }
}
