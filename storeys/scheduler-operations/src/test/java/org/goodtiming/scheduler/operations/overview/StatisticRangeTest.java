package org.goodtiming.scheduler.operations.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticRangeTest {

  private static final Instant TEN = Instant.parse("2026-01-01T10:00:00Z");

  @Test
  void a_range_begins_and_ends_with_full_minutes() {
    StatisticRange range =
        StatisticRange.around(
            TEN.plusMillis(1), TEN.plusSeconds(60).plusNanos(1), Duration.ofMinutes(1), null);
    assertThat(range.from()).isEqualTo(TEN);
    assertThat(range.to()).isEqualTo("2026-01-01T10:02:00Z");
    assertThat(StatisticRange.around(TEN, TEN.plusSeconds(60), Duration.ofMinutes(1), null).to())
        .isEqualTo("2026-01-01T10:01:00Z");
  }

  @ParameterizedTest
  @CsvSource({"PT1H, PT1M, 60", "PT1H, PT7M, 9", "PT1H, P1D, 1", "P14D, PT1H, 336"})
  void the_last_interval_may_be_shorter(Duration length, Duration step, int intervals) {
    StatisticRange range = new StatisticRange(TEN, TEN.plus(length), step, null);
    assertThat(range.intervals()).isEqualTo(intervals);
    assertThat(range.start(intervals - 1)).isBefore(range.to());
  }
}
