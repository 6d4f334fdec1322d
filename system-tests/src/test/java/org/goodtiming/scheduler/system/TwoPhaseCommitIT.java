package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order of a commit is real: the resource managers are seen in each of its states. */
@Disruptive
class TwoPhaseCommitIT {

  private final SystemStack stack = SystemStack.shared();
  private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  /** Its session holds commits up while it has the lock of the barrier. */
  private Connection barrier;

  @BeforeEach
  void connect() throws SQLException {
    awaitConnectedNodes();
    stack.clear();
    barrier = stack.connection();
  }

  @AfterEach
  void let_all_commits_pass() throws SQLException {
    barrier.close();
    stack.execute("DROP TRIGGER IF EXISTS barrier ON scheduler.job");
    stack.execute("DROP FUNCTION IF EXISTS scheduler.barrier()");
    registrant.close();
  }

  @Test
  void a_registration_is_prepared_at_the_broker_before_the_database_commits() throws SQLException {
    holdCommits("INSERT");
    register("2100-01-01T00:00:00Z");
    awaitCommit();
    assertThat(broker.preparedTransactions()).isNotEmpty();
    assertThat(waiting()).as("not committed yet").isZero();
    stack.broker().suspend();
    try {
      letCommitsPass();
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
    holdCommits("INSERT");
    CompletableFuture<Registrant.Receipt> receipt =
        CompletableFuture.supplyAsync(
            () ->
                registrant.ask(
                    "x",
                    Map.of("scheduler_jobId", "slow", "scheduler_dueAt", "2100-01-01T00:00:00Z")));
    awaitCommit();
    assertThat(receipt).as("not committed yet").isNotDone();
    letCommitsPass();
    assertThat(receipt.join().status()).isEqualTo("accepted");
    assertThat(waiting()).isEqualTo(1);
  }

  @Test
  void a_dispatch_is_prepared_at_the_broker_before_the_database_commits() throws SQLException {
    holdCommits("DELETE");
    register("2000-01-01T00:00:00Z");
    awaitCommit();
    assertThat(broker.preparedTransactions()).isNotEmpty();
    assertThat(broker.messagesOn("test.registration")).as("not committed yet").isZero();
    stack.broker().suspend();
    try {
      letCommitsPass();
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

  /** From now on a COMMIT that has changed jobs waits, after the broker's branch was prepared. */
  private void holdCommits(String change) throws SQLException {
    barrier("lock");
    stack.execute(
        """
        CREATE FUNCTION scheduler.barrier() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$
        """);
    stack.execute(
        """
        CREATE CONSTRAINT TRIGGER barrier AFTER %s ON scheduler.job
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION scheduler.barrier()
        """
            .formatted(change));
  }

  private void letCommitsPass() throws SQLException {
    barrier("unlock");
  }

  private void barrier(String change) throws SQLException {
    try (Statement statement = barrier.createStatement()) {
      statement.execute("SELECT pg_advisory_%s(1)".formatted(change));
    }
  }

  private void register(String dueAt) {
    registrant.send("x", Map.of("scheduler_jobId", "slow", "scheduler_dueAt", dueAt));
  }

  private void awaitCommit() {
    await()
        .until(
            () ->
                stack.integer(
                        "SELECT count(*) FROM pg_stat_activity WHERE usename = 'scheduler_xa' AND query = 'COMMIT' AND wait_event = 'advisory'")
                    == 1);
  }

  private long waiting() {
    return stack.integer("SELECT count(*) FROM scheduler.job");
  }
}
