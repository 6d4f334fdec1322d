package org.goodtiming.scheduler.web.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.operations.overview.StatisticRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatisticQueryTest {

  private static final Instant NOW = Instant.parse("2026-01-01T10:00:30Z");

  private final StatisticQuery query = new StatisticQuery();

  @Test
  void without_parameters_it_is_the_last_hour_by_minute() {
    StatisticRange range = query.range(NOW);
    assertThat(range.from()).isEqualTo("2026-01-01T09:00:00Z");
    assertThat(range.to()).isEqualTo("2026-01-01T10:01:00Z");
    assertThat(range.step()).isEqualTo(Duration.ofMinutes(1));
    assertThat(range.queue()).isNull();
  }

  @Test
  void each_parameter_is_read() {
    query.from = "2025-12-31T10:00:00+01:00";
    query.to = "2026-01-01T09:00:00Z";
    query.step = "PT1H";
    query.queue = "reports";

    assertThat(query.range(NOW))
        .isEqualTo(
            new StatisticRange(
                Instant.parse("2025-12-31T09:00:00Z"),
                Instant.parse("2026-01-01T09:00:00Z"),
                Duration.ofHours(1),
                "reports"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "5", "PT30S", "PT0S", "PT-1M", "PT1M30S", "PT1M0.001S"})
  void a_step_that_is_not_whole_minutes_is_refused(String step) {
    query.step = step;
    assertThat(refusal(() -> query.range(NOW)))
        .isEqualTo(
            "400 SCHED-0904 parameter step is '"
                + step
                + "': send an ISO-8601 duration of whole minutes, like PT5M");
  }

  @Test
  void a_range_that_ends_before_it_begins_is_refused() {
    query.from = "2026-01-01T10:00:30Z";
    assertThat(refusal(() -> query.range(NOW)))
        .isEqualTo(
            "400 SCHED-0904 parameter from is '2026-01-01T10:00:30Z': send a moment before to, which is"
                + " 2026-01-01T10:00:30Z");
  }

  @Test
  void too_many_intervals_are_refused_with_the_shortest_step() {
    query.from = "2025-12-18T10:00:30Z";
    assertThat(refusal(() -> query.range(NOW)))
        .isEqualTo(
            "400 SCHED-0904 parameter step is 'PT1M': send PT14M or more, for at most 1500 intervals");
    query.step = "PT14M";
    assertThat(query.range(NOW).intervals()).isLessThanOrEqualTo(1_500);

    query.from = "1970-01-01T00:00:00Z";
    query.to = "9999-12-31T23:59:59Z";
    assertThat(refusal(() -> query.range(NOW))).startsWith("400 SCHED-0904 parameter step");
  }

  @Test
  void a_queue_that_the_database_cannot_store_is_refused() {
    query.queue = "\0";
    assertThat(refusal(() -> query.range(NOW))).startsWith("400 SCHED-0904 parameter queue");
  }
}
