package org.goodtiming.scheduler.web.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.load.ForecastRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForecastQueryTest {

  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00.123456789Z");

  private final ForecastQuery query = new ForecastQuery();

  @Test
  void without_parameters_it_asks_for_the_next_day_by_hours() {
    assertThat(query.range(NOW))
        .isEqualTo(
            new ForecastRange(
                Instant.parse("2026-12-01T10:00:00Z"),
                Instant.parse("2026-12-02T10:00:00Z"),
                Duration.ofHours(1),
                null));
  }

  @Test
  void each_parameter_is_read() {
    query.from = "2026-12-01T10:00:00+01:00";
    query.to = "2026-12-02T00:00:00Z";
    query.step = "P1D";
    query.queue = "reports";

    assertThat(query.range(NOW))
        .isEqualTo(
            new ForecastRange(
                Instant.parse("2026-12-01T09:00:00Z"),
                Instant.parse("2026-12-02T00:00:00Z"),
                Duration.ofDays(1),
                "reports"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hourly", "PT59S", "PT24H1S", "PT1M0.5S", "-PT1H", "P99999999999999999D"})
  void a_step_that_is_no_length_of_an_interval_is_refused(String step) {
    query.step = step;
    assertThat(refusal(() -> query.range(NOW)))
        .isEqualTo(
            "400 SCHED-0904 parameter step is '%s': send a duration from PT1M to P1D, in whole seconds, like PT1H"
                .formatted(step));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-12-01T10:00:00Z", "2026-11-30T00:00:00Z", "2027-01-01T10:00:01Z"})
  void an_end_that_is_not_within_a_month_after_the_start_is_refused(String to) {
    query.from = "2026-12-01T10:00:00Z";
    query.to = to;
    assertThat(refusal(() -> query.range(NOW)))
        .isEqualTo(
            "400 SCHED-0904 parameter to is '%s': send a moment after from (2026-12-01T10:00:00Z), by at most 31 days"
                .formatted(to));
  }

  @Test
  void too_many_intervals_are_refused() {
    query.step = "PT1M";
    query.from = "2026-12-01T00:00:00Z";
    query.to = "2026-12-02T01:00:00Z";
    assertThat(query.range(NOW).size()).isEqualTo(1_500);

    query.to = "2026-12-02T01:00:01Z";
    assertThat(refusal(() -> query.range(NOW)))
        .isEqualTo(
            "400 SCHED-0904 parameter step is 'PT1M': send a longer step: the range has at most 1500 intervals");
  }

  @Test
  void a_moment_queue_or_zone_that_cannot_be_read_is_refused() {
    query.from = "today";
    assertThat(refusal(() -> query.range(NOW)))
        .startsWith("400 SCHED-0904 parameter from is 'today'");
    query.from = null;
    query.queue = "\0";
    assertThat(refusal(() -> query.range(NOW))).startsWith("400 SCHED-0904 parameter queue");
    query.zone = "Berlin";
    assertThat(refusal(query::zone))
        .isEqualTo(
            "400 SCHED-0904 parameter zone is 'Berlin': send a time zone such as Europe/Berlin");
  }
}
