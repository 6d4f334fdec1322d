package org.goodtiming.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.policy.DueQueues.Next;
import org.junit.jupiter.api.Test;

class KeySharesTest {

  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

  private static final Map<String, String> LIMITED = Map.of("by_key", "3/x_customer");

  private final KeyShares shares = new KeyShares();

  @Test
  void a_queue_whose_claim_took_nothing_rests_for_a_moment() {
    assertThat(next(NOW).claimableAt()).isEqualTo(NOW);
    shares.foundNothing(Set.of("a"));
    assertThat(next(NOW).claimableAt()).isEqualTo(NOW.plusMillis(100));
    assertThat(next(NOW.plusMillis(50)).claimableAt()).isEqualTo(NOW.plusMillis(100));
    assertThat(next(NOW.plusMillis(100)).claimableAt()).isBeforeOrEqualTo(NOW.plusMillis(100));
  }

  @Test
  void a_queue_that_has_no_due_job_does_not_rest() {
    shares.foundNothing(Set.of("a"));
    Instant later = NOW.plusSeconds(1);
    assertThat(shares.limit(new Next("a", later, 0, LIMITED, 10), NOW).claimableAt())
        .isEqualTo(later);
    assertThat(next(NOW).claimableAt()).isEqualTo(NOW);
  }

  @Test
  void a_queue_that_is_served_by_time_does_not_rest() {
    shares.foundNothing(Set.of("a"));
    Next byTime = new Next("a", NOW, 0, Map.of(), 10);
    assertThat(shares.limit(byTime, NOW)).isEqualTo(byTime);
  }

  @Test
  void the_pace_names_the_property() {
    assertThat(pace("3/x_customer"))
        .isEqualTo(new Pace("concurrency-limit", "has at most 3 runs of each x_customer at once"));
    assertThat(pace("0/group")).isEqualTo(new Pace("fair-shares", "serves each group in its turn"));
    assertThat(shares.pace(new QueueFacts("a", List.of(), null, Map.of()))).isEmpty();
  }

  private Pace pace(String column) {
    return shares
        .pace(new QueueFacts("a", List.of(), null, Map.of("by_key", column)))
        .orElseThrow();
  }

  private Next next(Instant now) {
    return shares.limit(new Next("a", NOW, 0, LIMITED, 10), now);
  }
}
