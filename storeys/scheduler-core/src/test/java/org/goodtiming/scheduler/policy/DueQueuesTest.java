package org.goodtiming.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.policy.DueQueues.Next;
import org.junit.jupiter.api.Test;

class DueQueuesTest {

  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

  @Test
  void a_job_is_due_at_its_very_moment_and_not_before() {
    Next atNow = new Next("now", NOW, 0);
    Next later = new Next("later", NOW.plusNanos(1000), 0);
    assertThat(new DueQueues(NOW, List.of(atNow, later)).healthyDue()).containsExactly("now");
  }

  @Test
  void failing_queues_are_kept_apart() {
    Next healthy = new Next("healthy", NOW, 0);
    Next failing = new Next("failing", NOW, 2);
    DueQueues dueQueues = new DueQueues(NOW, List.of(healthy, failing));
    assertThat(dueQueues.healthyDue()).containsExactly("healthy");
    assertThat(dueQueues.failingDue()).containsExactly(failing);
  }

  @Test
  void the_wait_ends_with_the_first_queue() {
    Next soon = new Next("soon", NOW.plusMillis(30), 0);
    Next later = new Next("later", NOW.plusSeconds(30), 0);
    DueQueues dueQueues = new DueQueues(NOW, List.of(later, soon));
    assertThat(dueQueues.nothingDue()).isTrue();
    assertThat(dueQueues.untilNext()).contains(Duration.ofMillis(30));
    DueQueues withDue = new DueQueues(NOW, List.of(later, soon, new Next("due", NOW, 0)));
    assertThat(withDue.notDue().untilNext()).contains(Duration.ofMillis(30));
  }

  @Test
  void nothing_waiting_has_no_next() {
    assertThat(new DueQueues(NOW, List.of()).untilNext()).isEmpty();
  }
}
