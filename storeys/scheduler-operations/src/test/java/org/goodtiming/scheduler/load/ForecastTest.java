package org.goodtiming.scheduler.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.load.Forecast.Collision;
import org.goodtiming.scheduler.load.Forecast.Counted;
import org.goodtiming.scheduler.load.Forecast.Interval;
import org.goodtiming.scheduler.load.Forecast.Run;
import org.junit.jupiter.api.Test;

class ForecastTest {

  private static final Instant FROM = Instant.parse("2026-12-01T10:00:00Z");
  private static final ForecastRange RANGE =
      new ForecastRange(FROM, FROM.plus(Duration.ofHours(3)), Duration.ofHours(1), null);

  @Test
  void each_interval_has_its_jobs_and_its_runs() {
    Forecast forecast =
        forecast(run("10:00:00"), run("10:59:59"), run("12:00:00"), run("12:30:00"));

    assertThat(forecast.intervals())
        .containsExactly(
            new Interval(at("10:00:00"), 5, 2),
            new Interval(at("11:00:00"), 0, 0),
            new Interval(at("12:00:00"), 7, 2));
  }

  @Test
  void runs_of_several_schedules_that_start_in_the_same_minute_collide() {
    Forecast forecast =
        forecast(
            run("a", "10:00:00"),
            run("b", "10:00:59"),
            run("a", "10:01:00"),
            run("a", "10:01:20"),
            run("a", "11:00:00"),
            run("b", "11:00:00"),
            run("c", "11:00:00"));

    assertThat(forecast.collisions())
        .containsExactly(new Collision(at("11:00:00"), 3), new Collision(at("10:00:00"), 2));
  }

  @Test
  void the_largest_twenty_collisions_are_reported() {
    Run[] runs =
        IntStream.range(0, 30)
            .boxed()
            .map("10:%02d:00"::formatted)
            .flatMap(time -> Stream.of(run("a", time), run("b", time)))
            .toArray(Run[]::new);

    assertThat(forecast(runs).collisions())
        .hasSize(Forecast.MAX_COLLISIONS)
        .startsWith(new Collision(at("10:00:00"), 2));
  }

  @Test
  void all_runs_count_and_the_first_five_hundred_are_listed() {
    Forecast forecast =
        forecast(IntStream.range(0, 600).mapToObj(i -> run("11:00:00")).toArray(Run[]::new));

    assertThat(forecast.intervals().get(1).runs()).isEqualTo(600);
    assertThat(forecast.runs()).hasSize(Forecast.MAX_LISTED_RUNS);
  }

  @Test
  void estimated_jobs_and_omitted_runs_are_reported() {
    Forecast forecast =
        Forecast.of(
            RANGE, new IntervalCounts(List.of(1L, 0L, 0L), true), new Counted<>(List.<Run>of(), 4));

    assertThat(forecast.leftOut()).isEqualTo(4);
    assertThat(forecast.estimated()).isTrue();
  }

  private static Forecast forecast(Run... runs) {
    return Forecast.of(
        RANGE, new IntervalCounts(List.of(5L, 0L, 7L), false), new Counted<>(List.of(runs), 0));
  }

  private static Run run(String time) {
    return run("nightly", time);
  }

  private static Run run(String schedule, String time) {
    return new Run(new JobKey("a", schedule), at(time));
  }

  private static Instant at(String time) {
    return Instant.parse("2026-12-01T" + time + "Z");
  }
}
