package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BeatTest {

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);

  @Test
  void a_beat_ends_after_its_length_even_where_the_clock_wraps() {
    Beat beat = Beat.of(Duration.ofNanos(100), nanos::get);
    assertThat(beat.remaining()).isEqualTo(Duration.ofNanos(100));
    nanos.addAndGet(99);
    assertThat(beat.over()).isFalse();
    nanos.addAndGet(1);
    assertThat(beat.over()).isTrue();
    nanos.addAndGet(50);
    assertThat(beat.remaining()).isZero();
  }
}
