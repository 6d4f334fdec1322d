package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.job.ClaimedJob;
import org.goodtiming.scheduler.job.Jobs;
import org.goodtiming.scheduler.job.NewJob;
import org.goodtiming.scheduler.job.claim.Claim;
import org.goodtiming.scheduler.job.claim.ClaimCursor;
import org.goodtiming.scheduler.job.claim.DueQueues;
import org.goodtiming.scheduler.job.claim.DueQueues.Next;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitsTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  private static final ClaimedJob JOB = job();

  private Duration elapsed = Duration.ofDays(3);
  private final RateLimits limits = new RateLimits(() -> elapsed.toNanos());

  @Test
  void a_queue_begins_with_one_job_and_then_waits() {
    assertThat(poll(600)).isEqualTo(new Next("q", NOON, 0, 600, 1));
    dispatch(1);
    assertThat(poll(600).claimableAt()).isEqualTo(NOON.plusMillis(100));
    pass(Duration.ofMillis(60));
    assertThat(Duration.between(NOON, poll(600).claimableAt()).toMillis()).isEqualTo(40);
    pass(Duration.ofMillis(40));
    assertThat(poll(600).claimableAt()).isEqualTo(NOON);
  }

  @Test
  void a_queue_that_had_nothing_to_do_has_saved_one_job_and_those_of_one_second() {
    poll(600);
    pass(Duration.ofHours(1));
    assertThat(poll(600).most()).isEqualTo(11);
    dispatch(7);
    assertThat(poll(600)).isEqualTo(new Next("q", NOON, 0, 600, 4));
  }

  @Test
  void a_limit_below_one_job_a_second_is_kept_too() {
    assertThat(poll(2).most()).isEqualTo(1);
    dispatch(1);
    assertThat(poll(2).claimableAt()).isEqualTo(NOON.plusSeconds(30));
    pass(Duration.ofSeconds(29));
    assertThat(poll(2).claimableAt()).isAfter(NOON);
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
  void a_queue_with_a_backlog_gets_ten_batches_a_second_at_most() {
    poll(60_000);
    dispatch(1);
    pass(Duration.ofMillis(99));
    assertThat(poll(60_000).claimableAt()).isAfter(NOON);
    pass(Duration.ofMillis(1));
    assertThat(poll(60_000)).isEqualTo(new Next("q", NOON, 0, 60_000, 100));
  }

  @Test
  void a_changed_limit_holds_at_once_and_none_is_none() {
    poll(60_000);
    pass(Duration.ofSeconds(1));
    assertThat(poll(60_000).most()).isEqualTo(1001);
    assertThat(poll(600).most()).isEqualTo(11);
    assertThat(poll(0)).isEqualTo(new Next("q", NOON, 0));
  }

  @Test
  void a_limit_does_not_make_a_job_claimable_earlier() {
    DueQueues later = new DueQueues(NOON, List.of(new Next("q", NOON.plusSeconds(5), 0, 600, 9)));
    assertThat(limits.limit(later).untilNext()).contains(Duration.ofSeconds(5));
  }

  private Next poll(int limit) {
    Next next = new Next("q", NOON, 0, limit, Integer.MAX_VALUE);
    return limits.limit(new DueQueues(NOON, List.of(next))).queues().get(0);
  }

  private void dispatch(int jobs) {
    limits.spend(new Claim(Map.of("q", jobs), Collections.nCopies(jobs, JOB), ClaimCursor.NONE));
  }

  private void pass(Duration time) {
    elapsed = elapsed.plus(time);
  }

  private static ClaimedJob job() {
    NewJob job = Jobs.job("q", "1").build();
    return new ClaimedJob(
        job.key(),
        UUID.randomUUID(),
        NOON,
        NOON,
        false,
        1,
        NOON,
        null,
        null,
        null,
        null,
        job.envelope());
  }
}
