package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.goodtiming.scheduler.chaos.CommitCutter;
import org.goodtiming.scheduler.chaos.CommitCutter.Cut;
import org.goodtiming.scheduler.chaos.TcpProxy;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What is left prepared in mode xa: scheduler.transactions=xa. */
@Disruptive
@Nightly
@TestInstance(Lifecycle.PER_CLASS)
class XaModeIT {

  private static final int MORE_THAN_SLOTS = 300;

  /** Less than the time after which the watch would roll it back (InDoubtRules). */
  private static final Duration SOON = Duration.ofSeconds(60);

  private final SystemStack stack = SystemStack.shared();
  private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());
  private final CommitCutter cutter = CommitCutter.ofPrepares(DatabaseUser.XA.role());
  private TcpProxy proxy;

  /** It is the only one: the broker may give all registrations of a quiet time to one node. */
  @BeforeAll
  void one_node_in_mode_xa_behind_a_proxy() throws IOException {
    stack.node(2).stop();
    proxy = TcpProxy.to(stack.database().port(), cutter::tap);
    stack.transactionsXa(
        stack.node(1), Map.of("SCHEDULER_DB_PORT", Integer.toString(proxy.port())));
  }

  @AfterAll
  void default_mode() throws IOException {
    registrant.close();
    stack.stopForDefaultTransactions(stack.node(1));
    proxy.close();
  }

  @BeforeEach
  void empty() {
    stack.clear();
    stack.execute("TRUNCATE scheduler.in_doubt, scheduler.in_doubt_resolution");
  }

  /** As after an outage of the database, when a loaded node is faster than the watch. */
  @Test
  void the_marker_of_what_the_broker_has_committed_stays_however_many_transactions_follow() {
    registrant.ask("x", job("committed-there"));
    LeftBehind.bothPrepared(stack, "node-1", "committed-there").brokerCommits().close();
    // It was not the node that left the marker: it reads it when it starts
    stack.redeployScheduler(stack.node(1));
    for (int follower = 0; follower < MORE_THAN_SLOTS; follower++) {
      registrant.ask("x", job("follower-" + follower));
    }
    await()
        .atMost(Duration.ofSeconds(45))
        .untilAsserted(
            () ->
                assertThat(
                        stack.values(
                            "SELECT action || ': ' || reason FROM scheduler.in_doubt_resolution"))
                    .containsExactly("commit: the broker has committed"));
    assertThat(waiting()).isEqualTo(MORE_THAN_SLOTS);
    assertThat(prepared()).isZero();
  }

  /** PostgreSQL has prepared, and its answer is lost: Payara rolls back all other branches. */
  @Test
  void a_transaction_that_its_node_has_rolled_back_is_not_left_prepared() {
    cutter.arm(Cut.ANSWER);
    registrant.send("x", job("lost-answer"));
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(
                        stack.values(
                            "SELECT action || ': ' || reason FROM scheduler.in_doubt_resolution"))
                    .containsExactly("roll back: its node has rolled it back"));
    assertThat(cutter.done()).isTrue();
    await().atMost(SOON).until(() -> waiting() == 1);
    await().atMost(SOON).until(() -> prepared() == 0);
    assertThat(stack.ledger("difference")).isZero();
  }

  private static Map<String, Object> job(String id) {
    return Map.of("scheduler_jobId", id, "scheduler_dueAt", "2100-01-01T00:00:00Z");
  }

  private long prepared() {
    return stack.integer("SELECT count(*) FROM scheduler.prepared_transaction");
  }

  private long waiting() {
    return stack.integer("SELECT count(*) FROM scheduler.job");
  }
}
