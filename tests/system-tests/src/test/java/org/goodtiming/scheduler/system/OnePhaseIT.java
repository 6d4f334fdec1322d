package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that sends before the database commits: scheduler.dispatch.one-phase=true. */
@Disruptive
@Nightly
class OnePhaseIT {

  private static final Map<String, String> ONE_PHASE =
      Map.of("SCHEDULER_DISPATCH_ONE_PHASE", "true");
  private static final int JOBS = 40;

  private final SystemStack stack = SystemStack.shared();
  private final Registrant registrant = new Registrant(stack.connectionFactory());
  private final BrokerManagement broker = new BrokerManagement(stack.connectionFactory());

  @BeforeEach
  void one_node_in_that_mode() {
    stack.clear();
    stack.stopAllNodes();
    stack.node(1).start(ONE_PHASE);
  }

  @AfterEach
  void default_mode() {
    registrant.close();
    stack.stopAllNodes();
  }

  @Test
  void jobs_of_a_node_killed_between_the_two_commits_are_neither_lost_nor_sent_twice()
      throws SQLException {
    try (CommitBarrier barrier = CommitBarrier.against("DELETE", stack)) {
      awaitSent(barrier);
      stack.node(1).kill();
      // The session that commits has not heard of it
      barrier.terminateHeld();
      assertThat(waiting()).isEqualTo(JOBS);
    }
    stack.pause("test.caller", true);
    stack.node(1).start(ONE_PHASE);
    // In one batch with those that the broker refuses
    register("not sent", JOBS);
    stack.pause("test.caller", false);
    await().atMost(Duration.ofMinutes(1)).until(() -> stack.ledger("waiting") == 0);
    assertThat(stack.ledger("dispatched")).isEqualTo(2 * JOBS);
    assertThat(stack.ledger("quarantined")).isZero();
    assertThat(stack.ledger("difference")).isZero();
    try (Worker worker = new Worker(stack.connectionFactory(), "test.caller")) {
      assertThat(worker.receive(2 * JOBS, stack::now))
          .extracting(each -> each.delivery().jobId())
          .doesNotHaveDuplicates();
      assertThat(worker.nothingMore()).isTrue();
    }
  }

  @Test
  void jobs_whose_commit_fails_are_neither_lost_nor_sent_twice() throws SQLException {
    long sent;
    try (CommitBarrier barrier = CommitBarrier.against("DELETE", stack)) {
      sent = awaitSent(barrier);
      barrier.terminateHeld();
    }
    await().atMost(Duration.ofMinutes(1)).until(() -> stack.ledger("waiting") == 0);
    assertThat(stack.ledger("dispatched")).isEqualTo(JOBS);
    assertThat(broker.messagesOn("test.caller")).isEqualTo(JOBS);
    await().until(() -> refused() == sent);
  }

  /** How many jobs the broker has before the database has committed. */
  private long awaitSent(CommitBarrier barrier) {
    stack.pause("test.caller", true);
    register("sent", JOBS);
    stack.pause("test.caller", false);
    barrier.awaitHeld("COMMIT");
    await().until(() -> broker.messagesOn("test.caller") > 0);
    assertThat(waiting()).isEqualTo(JOBS);
    return broker.messagesOn("test.caller");
  }

  /** Because the broker had them. */
  private double refused() {
    return PrometheusText.of(stack.node(1))
        .sum("scheduler_dispatched_jobs_total", "outcome=\"duplicate\"");
  }

  private void register(String name, int jobs) {
    IntStream.range(0, jobs)
        .forEach(
            i ->
                registrant.ask(
                    "check",
                    Map.of(
                        "scheduler_queue",
                        "test.caller",
                        "scheduler_jobId",
                        name + " " + i,
                        "scheduler_delay",
                        "PT0S")));
  }

  private long waiting() {
    return stack.integer("SELECT count(*) FROM scheduler.job");
  }
}
