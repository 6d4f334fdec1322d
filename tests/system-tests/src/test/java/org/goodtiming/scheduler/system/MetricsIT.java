package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node says in figures. */
class MetricsIT {

  private static final String QUEUE = "queue=\"test.registration\"";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final SystemStack stack = SystemStack.shared();

  @BeforeEach
  @AfterEach
  void no_jobs() {
    stack.clear();
  }

  @Test
  void registered_and_dispatched_jobs_are_counted_and_timed() {
    double accepted = sum("scheduler_registrations_total", QUEUE, "status=\"accepted\"");
    double sent = sum("scheduler_dispatched_jobs_total", QUEUE, "outcome=\"sent\"");
    double timed = sum("scheduler_lateness_seconds_count", QUEUE);
    double batches = sum("scheduler_batch_jobs_count");
    double commits = sum("scheduler_commit_seconds_count");
    double polls = sum("scheduler_poll_seconds_count");
    try (Registrant registrant = new Registrant(stack.connectionFactory());
        Worker worker = new Worker(stack.connectionFactory(), "test.registration")) {
      registrant.sendAll(
          5, i -> Map.of("scheduler_jobId", "metered " + i, "scheduler_delay", "PT0S"));
      worker.receive(5, stack::now);
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(sum("scheduler_registrations_total", QUEUE, "status=\"accepted\""))
                  .isEqualTo(accepted + 5);
              assertThat(sum("scheduler_dispatched_jobs_total", QUEUE, "outcome=\"sent\""))
                  .isEqualTo(sent + 5);
              assertThat(sum("scheduler_lateness_seconds_count", QUEUE)).isEqualTo(timed + 5);
              assertThat(sum("scheduler_batch_jobs_count")).isGreaterThan(batches);
              assertThat(sum("scheduler_commit_seconds_count")).isGreaterThan(commits);
              assertThat(sum("scheduler_poll_seconds_count")).isGreaterThan(polls);
            });
    assertThat(PrometheusText.body(stack.leader())).doesNotContain("metered");
  }

  @Test
  void a_refused_registration_is_counted_by_its_code() {
    double before = sum("scheduler_refused_registrations_total", "code=\"SCHED-0110\"");
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.ask("no due time", Map.of("scheduler_jobId", "metered"));
    }
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                sum("scheduler_refused_registrations_total", "code=\"SCHED-0110\"") == before + 1);
  }

  @Nightly
  @Test
  void the_leader_shows_what_is_due_and_for_how_long() {
    stack.pause("test.registration", true);
    try (Registrant registrant = new Registrant(stack.connectionFactory())) {
      registrant.sendAll(
          3, i -> Map.of("scheduler_jobId", "metered " + i, "scheduler_delay", "PT0S"));
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              PrometheusText metrics = PrometheusText.of(stack.leader());
              assertThat(metrics.sum("scheduler_due_jobs", QUEUE)).isEqualTo(3);
              assertThat(metrics.sum("scheduler_overdue_jobs", QUEUE)).isEqualTo(3);
              assertThat(metrics.sum("scheduler_oldest_due_seconds", QUEUE)).isGreaterThan(1);
            });
  }

  @Test
  void one_node_leads_and_knows_the_ledger() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(sum("scheduler_lease_held")).isEqualTo(1);
              assertThat(PrometheusText.of(stack.leader()).sum("scheduler_lease_held"))
                  .isEqualTo(1);
              assertThat(PrometheusText.of(stack.leader()).sum("scheduler_ledger_difference_jobs"))
                  .isZero();
              assertThat(PrometheusText.of(stack.leader()).sum("scheduler_in_doubt_transactions"))
                  .isZero();
            });
    assertThat(PrometheusText.of(stack.leader()).sum("scheduler_takeovers_total")).isPositive();
  }

  @Test
  void each_metric_has_its_type() {
    registered_and_dispatched_jobs_are_counted_and_timed();
    PrometheusText metrics = PrometheusText.of(stack.leader());
    Map<String, String> types =
        Map.ofEntries(
            Map.entry("scheduler_lateness_seconds", "histogram"),
            Map.entry("scheduler_poll_seconds", "histogram"),
            Map.entry("scheduler_commit_seconds", "histogram"),
            Map.entry("scheduler_batch_jobs", "histogram"),
            Map.entry("scheduler_takeovers_total", "counter"),
            Map.entry("scheduler_lease_held", "gauge"),
            Map.entry("scheduler_in_doubt_transactions", "gauge"),
            Map.entry("scheduler_ledger_difference_jobs", "gauge"),
            Map.entry("scheduler_broker_clock_offset_seconds", "gauge"),
            Map.entry("scheduler_build_info", "gauge"));
    types.forEach((name, type) -> assertThat(metrics.type(name)).as(name).isEqualTo(type));
    assertThat(metrics.sum("scheduler_build_info", "version=\"")).isEqualTo(1);
  }

  /** Over both nodes: each registers, and either may lead. */
  private double sum(String name, String... labels) {
    return Stream.of(stack.node(1), stack.node(2))
        .mapToDouble(node -> PrometheusText.of(node).sum(name, labels))
        .sum();
  }

  @Nightly
  @Test
  void the_timer_is_called_once_in_each_interval() {
    double before = timerCalls();
    Instant start = stack.now();
    await().atMost(PATIENCE).until(() -> timerCalls() >= before + 10);
    assertThat(Duration.between(start, stack.now()))
        .isBetween(Duration.ofSeconds(9), Duration.ofSeconds(13));
  }

  private double timerCalls() {
    return PrometheusText.of(stack.node(1)).sum("scheduler_timer_calls_total");
  }
}
