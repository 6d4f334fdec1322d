package org.goodtiming.scheduler.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run planned at 10:00 is dispatched at the second time; when is the next one? */
class PlanTest {

  private static final Duration THRESHOLD = Duration.ofMinutes(1);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          every:PT10M                 | fire-once | 09:59:59 | 10:10
          every:PT10M                 | fire-once | 10:00:01 | 10:10
          every:PT10M                 | fire-once | 10:11:00 | 10:10
          every:PT10M                 | fire-once | 10:11:01 | 10:20
          every:PT10M                 | fire-once | 11:05:00 | 11:10
          every:PT10M                 | fire-all  | 11:05:00 | 10:10
          delay:PT10M                 | fire-once | 10:00:01 | 10:10:01
          delay:PT10M                 | fire-all  | 11:05:00 | 11:15
          delay:PT10M                 | fire-once | 09:59:59 | 10:10
          cron:0 0 * ? * *            | fire-once | 12:30:00 | 13:00
          cron:0 0 * ? * *            | fire-all  | 12:30:00 | 11:00
          """)
  void the_next_run_is_due(String recurrence, String misfire, String now, String next) {
    Plan plan = plan(recurrence, misfire);
    assertThat(plan.next(at("10:00"), 1, at(now), THRESHOLD)).contains(at(next));
  }

  @Test
  void the_last_run_has_no_next_one() {
    Plan plan = plan("every:PT10M times=2", "fire-once");
    assertThat(plan.next(at("10:00"), 1, at("10:00"), THRESHOLD)).contains(at("10:10"));
    assertThat(plan.next(at("10:00"), 2, at("10:00"), THRESHOLD)).isEmpty();
  }

  @Test
  void after_an_outage_beyond_its_end_a_schedule_has_no_further_run() {
    Plan plan = plan("every:PT10M until=2026-12-01T10:30:00Z", "fire-once");
    assertThat(plan.next(at("10:00"), 1, at("12:00"), THRESHOLD)).isEmpty();
  }

  @Test
  void a_time_between_two_microseconds_is_not_planned_twice() {
    Recurrence recurrence =
        Recurrence.every(Duration.ofHours(1))
            .starting(Instant.parse("2026-12-01T10:00:00.0000009Z"));
    Plan plan = new Plan(recurrence, Misfire.FIRE_ONCE);
    assertThat(plan.next(at("10:00"), 1, at("10:00"), THRESHOLD)).contains(at("11:00"));
  }

  private static Plan plan(String recurrence, String misfire) {
    return new Plan(Recurrence.parse(recurrence), Misfire.named(misfire).orElseThrow());
  }

  private static Instant at(String time) {
    return LocalDate.of(2026, 12, 1).atTime(LocalTime.parse(time)).toInstant(ZoneOffset.UTC);
  }
}
