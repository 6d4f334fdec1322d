package org.goodtiming.scheduler.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ForecastRangeTest {

  private static final Instant FROM = Instant.parse("2026-12-01T10:00:00Z");

  @Test
  void the_last_interval_may_be_shorter() {
    assertThat(range(Duration.ofHours(24)).size()).isEqualTo(24);
    assertThat(range(Duration.ofHours(24).plusSeconds(1)).size()).isEqualTo(25);
    assertThat(range(Duration.ofSeconds(1)).size()).isEqualTo(1);
  }

  @Test
  void a_time_is_in_the_interval_that_it_begins() {
    ForecastRange range = range(Duration.ofHours(3));
    assertThat(range.intervalOf(FROM)).isZero();
    assertThat(range.intervalOf(FROM.plusSeconds(3_599))).isZero();
    assertThat(range.intervalOf(FROM.plusSeconds(3_600))).isEqualTo(1);
    assertThat(range.start(2)).isEqualTo("2026-12-01T12:00:00Z");
  }

  @Test
  void a_range_without_length_is_none() {
    assertThatIllegalArgumentException().isThrownBy(() -> range(Duration.ZERO));
  }

  private static ForecastRange range(Duration length) {
    return new ForecastRange(FROM, FROM.plus(length), Duration.ofHours(1), null);
  }
}
