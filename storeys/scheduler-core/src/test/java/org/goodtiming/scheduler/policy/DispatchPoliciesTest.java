package org.goodtiming.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.policy.DueQueues.Next;
import org.junit.jupiter.api.Test;

class DispatchPoliciesTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final Map<String, String> LIMIT = Map.of("rate_limit", "1");

  private final DispatchPolicies policies = new DispatchPolicies(new QueueDepths());

  @Test
  void a_leader_begins_anew() {
    assertThat(poll(7)).isEqualTo(NOON);
    policies.begins(Map.of("q", 1)).accept(Map.of("q", 1));
    assertThat(poll(7)).isAfter(NOON);
    assertThat(poll(9)).isEqualTo(NOON);
  }

  @Test
  void the_pace_names_each_limit_that_a_queue_has() {
    QueueFacts queue =
        new QueueFacts("q", List.of(), null, Map.of("rate_limit", "600", "max_depth", "20"));
    assertThat(DispatchPolicies.pace(queue))
        .contains(
            new Pace(
                "rate-limit",
                "gets at most 600 jobs a minute, and has at most 20 messages at the broker"));
  }

  private Instant poll(long term) {
    Next next = new Next("q", NOON, 0, LIMIT, Integer.MAX_VALUE);
    return policies.limit(term, new DueQueues(NOON, List.of(next))).queues().get(0).claimableAt();
  }
}
