package org.goodtiming.scheduler.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.load.Throughput.Range;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThroughputTest {

  private static final Instant NOW = Instant.parse("2026-12-10T10:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "2026-12-10T10:00:00Z, P1D, 2026-12-09T10:00:00Z",
    "2026-12-11T08:59:00Z, P1D, 2026-12-10T08:59:00Z",
    "2026-12-11T09:00:00Z, P1D, 2026-12-10T09:00:00Z",
    "2026-12-11T09:00:01Z, P1D, 2026-12-09T09:00:01Z",
    "2026-12-15T12:00:00Z, P1D, 2026-12-09T12:00:00Z",
    "2026-12-10T07:00:00Z, P1D, 2026-12-09T07:00:00Z",
    "2026-12-10T10:00:00Z, P7D, 2026-12-03T10:00:00Z",
    "2026-12-18T10:00:00Z, P7D, 2026-12-04T10:00:00Z"
  })
  void the_same_times_lie_as_few_periods_before_as_they_have_passed(
      Instant from, Duration period, Instant past) {
    Range hour = new Range(from, from.plusSeconds(3_600));

    assertThat(Throughput.past(hour, period, NOW))
        .isEqualTo(new Range(past, past.plusSeconds(3_600)));
  }
}
