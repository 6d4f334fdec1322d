package org.goodtiming.scheduler.web.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.load.Forecast;
import org.goodtiming.scheduler.load.Forecast.Change;
import org.goodtiming.scheduler.load.Forecast.Change.Kind;
import org.goodtiming.scheduler.load.Forecast.ClockChange;
import org.goodtiming.scheduler.load.Forecast.Collision;
import org.goodtiming.scheduler.load.Forecast.Planned;
import org.goodtiming.scheduler.load.Forecast.Reach;
import org.goodtiming.scheduler.load.Forecast.Runs;
import org.goodtiming.scheduler.load.ForecastRange;
import org.goodtiming.scheduler.load.Throughput;
import org.goodtiming.scheduler.policy.ClosedTime;
import org.junit.jupiter.api.Test;

class ForecastJsonTest {

  private static final ClosedTime CLOSED =
      new ClosedTime(
          "q", Instant.parse("2026-12-01T10:00:00Z"), Instant.parse("2026-12-01T10:30:00Z"));

  private static final Instant FROM = Instant.parse("2026-12-01T10:00:00Z");

  @Test
  void a_forecast_shows_intervals_runs_and_collisions() {
    JobKey nightly = new JobKey("a", "nightly");
    Instant end = FROM.plusSeconds(1_800);
    Forecast forecast =
        new Forecast(
            new ForecastRange(FROM, FROM.plusSeconds(3_600), Duration.ofHours(1), null),
            List.of(new Forecast.Interval(FROM, 7, 2)),
            true,
            new Planned(
                List.of(2L),
                List.of(
                    new Runs(nightly, FROM, 2, null),
                    new Runs(nightly, end, 0, new Change(Kind.LEFT_OUT, "clocks go forward"))),
                List.of(new Collision(FROM, 2)),
                List.of(
                    new ClockChange(
                        end, ZoneId.of("Europe/London"), ZoneOffset.UTC, ZoneOffset.ofHours(1))),
                new Reach(end, end, 3)));

    assertThat(
            ForecastJson.of(
                forecast,
                List.of(new Throughput(null, null)),
                Collections.nCopies(21, CLOSED),
                Map.of("q", "gets at most 6 jobs a minute")))
        .isEqualTo(
            "{\"from\":\"2026-12-01T10:00:00Z\",\"to\":\"2026-12-01T11:00:00Z\",\"step\":\"PT1H\","
                + "\"intervals\":[{\"at\":\"2026-12-01T10:00:00Z\",\"jobs\":7,\"runs\":2}],\"estimated\":true,\"leftOut\":3,"
                + "\"computedUntil\":\"2026-12-01T10:30:00Z\",\"listedUntil\":\"2026-12-01T10:30:00Z\","
                + "\"runs\":[{\"queue\":\"a\",\"jobId\":\"nightly\",\"at\":\"2026-12-01T10:00:00Z\",\"runs\":2},"
                + "{\"queue\":\"a\",\"jobId\":\"nightly\",\"at\":\"2026-12-01T10:30:00Z\",\"runs\":0,\"change\":\"left-out\",\"reason\":\"clocks go forward\"}],"
                + "\"collisions\":[{\"at\":\"2026-12-01T10:00:00Z\",\"runs\":2}],"
                + "\"clockChanges\":[{\"at\":\"2026-12-01T10:30:00Z\",\"zone\":\"Europe/London\",\"before\":\"+00:00\",\"after\":\"+01:00\"}],"
                + "\"closedTimes\":["
                + String.join(
                    ",",
                    Collections.nCopies(
                        20,
                        "{\"queue\":\"q\",\"from\":\"2026-12-01T10:00:00Z\",\"until\":\"2026-12-01T10:30:00Z\"}"))
                + "],\"limits\":[{\"queue\":\"q\",\"text\":\"gets at most 6 jobs a minute\"}]}");
  }

  @Test
  void an_interval_has_the_throughput_before_as_far_as_it_is_known() {
    Forecast forecast =
        new Forecast(
            new ForecastRange(FROM, FROM.plusSeconds(7_200), Duration.ofHours(1), null),
            List.of(
                new Forecast.Interval(FROM, 7, 2),
                new Forecast.Interval(FROM.plusSeconds(3_600), 0, 0)),
            false,
            new Planned(
                List.of(2L, 0L), List.of(), List.of(), List.of(), new Reach(null, null, 0)));

    assertThat(
            ForecastJson.of(
                forecast,
                List.of(new Throughput(5L, 0L), new Throughput(5L, null)),
                List.of(),
                Map.of()))
        .contains(
            "\"runs\":2,\"before\":{\"day\":5,\"week\":0}},",
            "\"runs\":0,\"before\":{\"day\":5}}]");
  }
}
