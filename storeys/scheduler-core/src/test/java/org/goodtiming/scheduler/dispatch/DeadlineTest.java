package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);

  @Test
  void a_beat_ends_after_its_length_even_where_the_clock_wraps() {
    Deadline deadline = Deadline.in(Duration.ofNanos(100), nanos::get);
    assertThat(deadline.remaining()).isEqualTo(Duration.ofNanos(100));
    nanos.addAndGet(99);
    assertThat(deadline.passed()).isFalse();
    nanos.addAndGet(1);
    assertThat(deadline.passed()).isTrue();
    nanos.addAndGet(50);
    assertThat(deadline.remaining()).isZero();
  }
}
