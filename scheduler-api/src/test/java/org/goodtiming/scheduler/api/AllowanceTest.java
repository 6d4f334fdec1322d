package org.goodtiming.scheduler.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AllowanceTest {

  private long now = Long.MAX_VALUE - 5;
  private final Allowance allowance = new Allowance(3, Duration.ofNanos(10), () -> now);

  @Test
  void so_many_jobs_are_taken_and_no_more() {
    allowance.take(false);
    allowance.take(false);
    assertThat(allowance.isLeft()).isTrue();
    allowance.take(false);
    assertThat(allowance.isLeft()).isFalse();
    assertThat(allowance.taken()).isEqualTo(3);
  }

  @Test
  void a_redelivered_job_is_alone() {
    allowance.take(true);
    assertThat(allowance.isLeft()).isFalse();
  }

  @Test
  void a_redelivered_job_behind_others_is_the_last() {
    allowance.take(false);
    allowance.take(true);
    assertThat(allowance.isLeft()).isFalse();
  }

  /** Holds even when the counter of nanoseconds overflows. */
  @Test
  void nothing_is_taken_when_the_time_is_over() {
    allowance.take(false);
    now += 9;
    assertThat(allowance.isLeft()).isTrue();
    now += 1;
    assertThat(allowance.isLeft()).isFalse();
  }
}
