package org.goodtiming.scheduler.job.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LedgerCheckTest {

  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  @Test
  void at_most_a_hundredth_of_the_time_is_spent_on_counting() {
    assertThat(LedgerCheck.pauseAfter(Duration.ofSeconds(1), Duration.ofMinutes(1)))
        .isEqualTo(Duration.ofSeconds(99));
  }

  @Test
  void one_slow_count_at_most_doubles_the_pause() {
    assertThat(LedgerCheck.pauseAfter(Duration.ofSeconds(5), TEN_SECONDS))
        .isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void checks_are_ten_seconds_apart_at_least() {
    assertThat(LedgerCheck.pauseAfter(Duration.ofMillis(100), Duration.ofMinutes(1)))
        .isEqualTo(TEN_SECONDS);
  }
}
