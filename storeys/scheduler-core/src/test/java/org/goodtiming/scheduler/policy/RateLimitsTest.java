package org.goodtiming.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.goodtiming.scheduler.policy.DueQueues.Next;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitsTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private Duration elapsed = Duration.ofDays(3);
  private final RateLimits limits = new RateLimits(() -> elapsed.toNanos());

  @Test
  void a_queue_begins_with_one_job_and_then_waits() {
    assertThat(poll(600)).isEqualTo(next("q", 600, 1));
    dispatch(1);
    assertThat(poll(600).claimableAt()).isEqualTo(NOON.plusMillis(100));
    pass(Duration.ofMillis(60));
    assertThat(poll(600).claimableAt()).isEqualTo(NOON.plusMillis(40));
    pass(Duration.ofMillis(40));
    assertThat(poll(600).claimableAt()).isEqualTo(NOON);
  }

  @Test
  void a_queue_that_had_nothing_to_do_has_saved_one_job_and_those_of_one_second() {
    poll(600);
    pass(Duration.ofHours(1));
    assertThat(poll(600).most()).isEqualTo(11);
    dispatch(7);
    assertThat(poll(600)).isEqualTo(next("q", 600, 4));
  }

  @Test
  void a_limit_below_one_job_a_second_is_kept_too() {
    assertThat(poll(2).most()).isEqualTo(1);
    dispatch(1);
    assertThat(poll(2).claimableAt()).isEqualTo(NOON.plusSeconds(30));
    pass(Duration.ofSeconds(29));
    assertThat(poll(2).claimableAt()).isEqualTo(NOON.plusSeconds(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 59, 60, 61, 600, 6_000, 1_000_000})
  void no_minute_has_more_jobs_than_the_limit_one_and_those_of_one_second(int limit) {
    Duration step = Duration.ofMillis(37);
    int minutes = 10;
    int total = 0;
    for (int minute = 0; minute < minutes; minute++) {
      int inMinute = 0;
      for (Duration at = Duration.ZERO; at.toMinutes() < 1; at = at.plus(step)) {
        pass(step);
        Next next = poll(limit);
        if (next.claimableAt().equals(NOON)) {
          dispatch(next.most());
          inMinute += next.most();
        }
      }
      assertThat(inMinute).isLessThanOrEqualTo(limit + 1 + limit / 60);
      total += inMinute;
    }
    assertThat(total)
        .isBetween((int) (0.99 * limit * minutes) - 1, (int) (1.01 * limit * minutes) + 2);
  }

  @Test
  void a_queue_that_waits_for_tokens_gets_ten_batches_a_second_at_most() {
    dispatch(poll(60_000).most());
    pass(Duration.ofMillis(99));
    assertThat(poll(60_000).claimableAt()).isEqualTo(NOON.plusMillis(1));
    pass(Duration.ofMillis(1));
    assertThat(poll(60_000)).isEqualTo(next("q", 60_000, 100));
  }

  @Test
  void queues_that_wait_are_served_together() {
    dispatch(poll(600).most());
    pass(Duration.ofMillis(30));
    Next other = limit(next("other", 601, Integer.MAX_VALUE));
    reserveAndDispatch("other", other.most(), other.most());
    assertThat(limit(next("other", 601, Integer.MAX_VALUE)).claimableAt())
        .isEqualTo(NOON.plusMillis(170));
    assertThat(poll(600).claimableAt()).isEqualTo(NOON.plusMillis(70));
  }

  @Test
  void what_a_transaction_does_not_dispatch_is_given_back() {
    poll(600);
    pass(Duration.ofHours(1));
    assertThat(poll(600).most()).isEqualTo(11);
    reserveAndDispatch("q", 11, 2);
    assertThat(poll(600).most()).isEqualTo(9);
    limits.begins(Map.of("q", 9)).accept(Map.of());
    assertThat(poll(600).most()).isEqualTo(9);
  }

  @Test
  void while_a_transaction_runs_the_next_one_may_claim_only_what_it_leaves() {
    poll(600);
    pass(Duration.ofHours(1));
    poll(600);
    Consumer<Map<String, Integer>> end = limits.begins(Map.of("q", 7));
    assertThat(poll(600).most()).isEqualTo(4);
    end.accept(Map.of());
    assertThat(poll(600).most()).isEqualTo(11);
  }

  @Test
  void a_job_that_is_dispatched_alone_counts() {
    poll(600);
    pass(Duration.ofHours(1));
    poll(600);
    limits.begins(Map.of()).accept(Map.of("q", 1));
    assertThat(poll(600).most()).isEqualTo(10);
  }

  @Test
  void a_changed_limit_holds_at_once_and_none_is_none() {
    poll(60_000);
    pass(Duration.ofSeconds(1));
    assertThat(poll(60_000).most()).isEqualTo(1001);
    assertThat(poll(600).most()).isEqualTo(11);
    assertThat(poll(0)).isEqualTo(next("q", 0, Integer.MAX_VALUE));
  }

  @Test
  void a_limit_does_not_make_a_job_claimable_earlier() {
    assertThat(limit(new Next("q", NOON.plusSeconds(5), 0, limit(600), 9)).claimableAt())
        .isEqualTo(NOON.plusSeconds(5));
  }

  private Next poll(int limit) {
    return limit(next("q", limit, Integer.MAX_VALUE));
  }

  private Next limit(Next next) {
    return limits.limit(next, NOON);
  }

  private static Next next(String queue, int limit, int most) {
    return new Next(queue, NOON, 0, limit(limit), most);
  }

  private static Map<String, String> limit(int limit) {
    return Map.of("rate_limit", Integer.toString(limit));
  }

  private void dispatch(int jobs) {
    reserveAndDispatch("q", jobs, jobs);
  }

  private void reserveAndDispatch(String queue, int reserved, int dispatched) {
    limits.begins(Map.of(queue, reserved)).accept(Map.of(queue, dispatched));
  }

  private void pass(Duration time) {
    elapsed = elapsed.plus(time);
  }
}
