package org.goodtiming.scheduler.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnbrokenWatchTest {

  private long now = Long.MAX_VALUE - 5;
  private final UnbrokenWatch watch =
      new UnbrokenWatch(Duration.ofNanos(20), Duration.ofNanos(10), () -> now);

  @Test
  void a_watch_is_long_enough_after_its_time() {
    assertThat(lookAfter(0)).isFalse();
    assertThat(lookAfter(10)).isFalse();
    assertThat(lookAfter(10)).isTrue();
  }

  @Test
  void a_watch_begins_anew_after_a_pause() {
    lookAfter(0);
    lookAfter(10);
    assertThat(lookAfter(11)).isFalse();
    assertThat(lookAfter(10)).isFalse();
    assertThat(lookAfter(10)).isTrue();
  }

  private boolean lookAfter(long nanos) {
    now += nanos;
    return watch.isLongEnough();
  }
}
