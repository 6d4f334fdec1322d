package org.goodtiming.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClockReadingTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final long MILLI = 1_000_000;

  @Test
  void the_lead_is_never_told_too_small() {
    // Both clocks show the same; each answer took 2 ms, and the broker's clock is cut to 1 ms.
    var broker = reading(0, 2, NOON.plusMillis(1), 1);
    var database = reading(4, 6, NOON.plusMillis(5), 0);
    assertThat(ClockReading.lead(List.of(broker), List.of(database)))
        .isEqualTo(Duration.ofMillis(3));
  }

  @Test
  void the_swiftest_answers_count() {
    var slow = reading(0, 50, NOON.plusMillis(40), 1);
    var swift = reading(60, 61, NOON.plusMillis(60), 1);
    var database = reading(70, 70, NOON.plusMillis(70), 0);
    assertThat(ClockReading.lead(List.of(slow, swift, slow), List.of(database, slow)))
        .isEqualTo(Duration.ofMillis(1));
  }

  @Test
  void a_clock_that_is_behind_has_a_lead_below_zero() {
    var broker = reading(0, 0, NOON.minusSeconds(10), 0);
    var database = reading(0, 0, NOON, 0);
    assertThat(ClockReading.lead(List.of(broker), List.of(database)))
        .isEqualTo(Duration.ofSeconds(-10));
  }

  private static ClockReading reading(long asked, long answered, Instant from, long widthMillis) {
    return new ClockReading(asked * MILLI, answered * MILLI, from, from.plusMillis(widthMillis));
  }
}
