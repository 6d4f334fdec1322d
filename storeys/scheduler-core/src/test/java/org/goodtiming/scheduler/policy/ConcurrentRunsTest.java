package org.goodtiming.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.policy.DueQueues.Next;
import org.junit.jupiter.api.Test;

class ConcurrentRunsTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  private final ConcurrentRuns policy = new ConcurrentRuns();

  @Test
  void a_queue_gets_as_many_jobs_as_runs_may_begin() {
    assertThat(limit("3/5").most()).isEqualTo(2);
    assertThat(limit("3/5").claimableAt()).isEqualTo(NOON);
  }

  @Test
  void a_queue_that_has_all_its_runs_is_counted_again_soon() {
    assertThat(limit("5/5").claimableAt()).isEqualTo(NOON.plusMillis(100));
  }

  @Test
  void a_queue_without_a_limit_is_as_it_was() {
    Next next = new Next("q", NOON, 0);
    assertThat(policy.limit(next, NOON)).isSameAs(next);
    assertThat(policy.pace(facts(Map.of()))).isEmpty();
  }

  @Test
  void jobs_that_wait_are_told_how_many_runs_there_are() {
    assertThat(policy.pace(facts(Map.of("concurrent_runs", "5/5"))).orElseThrow())
        .isEqualTo(new Pace("concurrency-limit", "has 5 of 5 runs running"));
  }

  private Next limit(String runs) {
    return policy.limit(
        new Next("q", NOON, 0, Map.of("concurrent_runs", runs), Integer.MAX_VALUE), NOON);
  }

  private static QueueFacts facts(Map<String, String> columns) {
    return new QueueFacts("q", List.of(), null, columns);
  }
}
