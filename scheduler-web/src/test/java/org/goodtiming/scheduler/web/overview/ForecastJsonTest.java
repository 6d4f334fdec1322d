package org.goodtiming.scheduler.web.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.load.Forecast;
import org.goodtiming.scheduler.load.ForecastRange;
import org.goodtiming.scheduler.load.Throughput;
import org.junit.jupiter.api.Test;

class ForecastJsonTest {

  private static final Instant FROM = Instant.parse("2026-12-01T10:00:00Z");

  @Test
  void a_forecast_shows_intervals_runs_and_collisions() {
    Forecast forecast =
        new Forecast(
            new ForecastRange(FROM, FROM.plusSeconds(3_600), Duration.ofHours(1), null),
            List.of(new Forecast.Interval(FROM, 7, 2)),
            List.of(new Forecast.Run(new JobKey("a", "nightly"), FROM)),
            List.of(new Forecast.Collision(FROM, 2)),
            true,
            3);

    assertThat(ForecastJson.of(forecast, List.of(new Throughput(null, null))))
        .isEqualTo(
            "{\"from\":\"2026-12-01T10:00:00Z\",\"to\":\"2026-12-01T11:00:00Z\",\"step\":\"PT1H\","
                + "\"intervals\":[{\"at\":\"2026-12-01T10:00:00Z\",\"jobs\":7,\"runs\":2}],\"estimated\":true,\"leftOut\":3,"
                + "\"runs\":[{\"queue\":\"a\",\"jobId\":\"nightly\",\"at\":\"2026-12-01T10:00:00Z\"}],"
                + "\"collisions\":[{\"at\":\"2026-12-01T10:00:00Z\",\"runs\":2}]}");
  }

  @Test
  void an_interval_has_the_throughput_before_as_far_as_it_is_known() {
    Forecast forecast =
        new Forecast(
            new ForecastRange(FROM, FROM.plusSeconds(7_200), Duration.ofHours(1), null),
            List.of(
                new Forecast.Interval(FROM, 7, 2),
                new Forecast.Interval(FROM.plusSeconds(3_600), 0, 0)),
            List.of(),
            List.of(),
            false,
            0);

    assertThat(ForecastJson.of(forecast, List.of(new Throughput(5L, 0L), new Throughput(5L, null))))
        .contains(
            "\"runs\":2,\"before\":{\"day\":5,\"week\":0}},",
            "\"runs\":0,\"before\":{\"day\":5}}]");
  }
}
