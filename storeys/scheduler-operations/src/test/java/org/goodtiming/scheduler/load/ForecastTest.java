package org.goodtiming.scheduler.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.load.Forecast.Interval;
import org.goodtiming.scheduler.load.Forecast.Planned;
import org.goodtiming.scheduler.load.Forecast.Reach;
import org.junit.jupiter.api.Test;

class ForecastTest {

  private static final Instant FROM = Instant.parse("2026-12-01T10:00:00Z");

  @Test
  void each_interval_has_its_jobs_and_its_runs() {
    ForecastRange range =
        new ForecastRange(FROM, FROM.plus(Duration.ofHours(2)), Duration.ofHours(1), null);
    Planned planned =
        new Planned(List.of(0L, 2L), List.of(), List.of(), List.of(), new Reach(null, null, 0));

    Forecast forecast = Forecast.of(range, new IntervalCounts(List.of(5L, 7L), true), planned);
    assertThat(forecast.intervals())
        .containsExactly(new Interval(FROM, 5, 0), new Interval(FROM.plusSeconds(3_600), 7, 2));
    assertThat(forecast.estimated()).isTrue();
  }
}
