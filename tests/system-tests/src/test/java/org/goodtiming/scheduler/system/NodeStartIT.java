package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What a node does when it starts after all nodes were down. */
@Disruptive
@Nightly
class NodeStartIT {

  private static final int JOBS = 50;

  /** So long that what takes three ticks is told from what takes two on a slow machine, too. */
  private static final Duration TICK = Duration.ofSeconds(20);

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "SCHEDULER_TIMER_INTERVAL", TICK.toString(),
          "SCHEDULER_LEASE_FAILOVER", TICK.multipliedBy(3).toString(),
          "SCHEDULER_DATABASE_POOL_SIZE", "500");

  private final SystemStack stack = SystemStack.shared();

  @AfterAll
  static void as_before() {
    SystemStack stack = SystemStack.shared();
    stack.node(1).stop();
    stack.startAllNodes();
  }

  @Test
  void overdue_jobs_are_dispatched_within_two_ticks_and_too_few_connections_are_reported() {
    stack.clear();
    leaveOverdueJobs();
    NodeLog log = NodeLog.from(stack.node(1));
    stack.node(1).start(ENVIRONMENT);
    try (Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      assertThat(worker.receive(JOBS, stack::now))
          .allSatisfy(
              each -> assertThat(each.at()).isBefore(firstTick().plus(TICK.multipliedBy(2))));
    }
    assertThat(stack.ledger("difference")).isZero();
    assertThat(log.count("SCHED-0310 max_connections of the database is 300, ")).isEqualTo(1);
  }

  @Test
  void the_timer_is_called_at_the_interval_of_the_setting() {
    stack.node(1).stop();
    stack
        .node(1)
        .start(Map.of("SCHEDULER_TIMER_INTERVAL", "PT4S", "SCHEDULER_LEASE_FAILOVER", "PT20S"));
    double before = timerCalls();
    await().atMost(Duration.ofMinutes(1)).until(() -> timerCalls() > before);
    Instant start = stack.now();
    await().atMost(Duration.ofMinutes(1)).until(() -> timerCalls() >= before + 4);
    assertThat(Duration.between(start, stack.now()))
        .isBetween(Duration.ofSeconds(11), Duration.ofSeconds(14));
  }

  @Test
  @AnyServer
  void a_drained_node_is_drained_after_a_restart_and_takes_no_message_that_waits() {
    int jobs = 500;
    stack.startAllNodes();
    stack.clear();
    stack.execute(
        "INSERT INTO scheduler.node_duty (node, dispatches, registers, changed_by) VALUES"
            + " ('node-1', false, false, 'test')");
    stack.stopAllNodes();
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.sendAll(
          jobs,
          i -> Map.of("scheduler_jobId", "job " + i, "scheduler_dueAt", "2100-01-01T00:00:00Z"));
    }
    stack.node(1).start();
    double calls = timerCalls();
    await().atMost(Duration.ofMinutes(1)).until(() -> timerCalls() > calls + 3);
    assertThat(stack.ledger("registered")).isZero();
    assertThat(
            stack.value(
                "SELECT coalesce(string_agg(holder, ' '), '') FROM scheduler.lease WHERE"
                    + " released_at IS NULL"))
        .isEmpty();

    stack.execute("DELETE FROM scheduler.node_duty");
    await().atMost(Duration.ofMinutes(1)).until(() -> stack.ledger("waiting") == jobs);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> stack.value("SELECT holder FROM scheduler.lease WHERE released_at IS NULL"),
            "node-1"::equals);
  }

  private double timerCalls() {
    return PrometheusText.of(stack.node(1)).sum("scheduler_timer_calls_total");
  }

  /** They become due while no node is up. */
  private void leaveOverdueJobs() {
    stack.pause("test.registration", true);
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.sendAll(
          JOBS, i -> Map.of("scheduler_jobId", "job " + i, "scheduler_delay", "PT0S"));
      await().atMost(Duration.ofMinutes(1)).until(() -> stack.ledger("waiting") == JOBS);
    }
    stack.stopAllNodes();
    stack.pause("test.registration", false);
  }

  /** The lease is free, so the node takes it over in its first tick. */
  private Instant firstTick() {
    String acquired =
        stack.value(
            "SELECT to_char(max(acquired_at) AT TIME ZONE 'UTC',"
                + " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') FROM scheduler.lease_history WHERE"
                + " ended_at IS NULL");
    return OffsetDateTime.parse(acquired).toInstant();
  }
}
