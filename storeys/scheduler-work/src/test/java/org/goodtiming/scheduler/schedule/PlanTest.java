package org.goodtiming.scheduler.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.schedule.Plan.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A run planned at 10:00, the third of its schedule, is claimed at some time. What comes next? */
class PlanTest {

  private static final Duration THRESHOLD = Duration.ofMinutes(1);
  private static final Duration NO_JITTER = Duration.ZERO;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          every:PT10M      | fire-once | 09:59:59 | 10:10
          delay:PT10M      | fire-once | 10:00:01 | 10:10:01
          delay:PT10M      | fire-all  | 11:05:00 | 11:15
          delay:PT10M      | fire-once | 09:59:59 | 10:10
          cron:0 0 * ? * * | fire-once | 12:30:00 | 13:00
          cron:0 0 * ? * * | fire-all  | 12:30:00 | 11:00
          """)
  void the_next_run_is_due(String recurrence, String misfire, String now, String next) {
    assertThat(outcome(recurrence, misfire, now)).isEqualTo(new Outcome(false, 3, at(next)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          every:PT10M                           | fire-once | 09:00:00 | 10:10
          every:PT10M                           | fire-once | 10:25:00 | 10:30
          every:PT10M                           | fire-all  | 10:25:00 | 10:10
          delay:PT10M                           | fire-once | 09:00:00 | 10:10
          every:PT10M times=3                   | fire-once | 09:00:00 | 10:10
          every:PT10M until=2026-12-01T10:05:00Z | fire-once | 09:00:00 |
          """)
  void a_skipped_run_is_followed_by(String recurrence, String misfire, String now, String next) {
    assertThat(plan(recurrence, misfire).skipped(at("10:00"), at(now), 2))
        .isEqualTo(next == null ? null : at(next));
  }

  /** Paused for 40 s, a schedule of each second must not send 41 messages. */
  @ParameterizedTest
  @CsvSource({
    "fire-once, 3",
    "skip, 3",
    "fire-once-counted, 43",
    "skip-counted, 43",
    "fire-all, 3"
  })
  void within_the_threshold_missed_times_are_omitted_as_the_policy_says(String policy, int runs) {
    Outcome outcome = outcome("every:PT1S times=100", policy, "10:00:40.5");
    assertThat(outcome.skipped()).isFalse();
    assertThat(outcome.nextAt())
        .isEqualTo(policy.equals("fire-all") ? at("10:00:01") : at("10:00:41"));
    assertThat(outcome.runs()).isEqualTo(runs);
  }

  @Test
  void a_time_whose_run_may_still_wait_for_its_jitter_is_not_missed() {
    Plan plan = plan("every:PT1M", "fire-once");
    Duration jitter = Duration.ofMinutes(5);
    assertThat(plan.outcome(at("10:00"), 2, at("10:04"), THRESHOLD, jitter).nextAt())
        .isEqualTo(at("10:01"));
    assertThat(plan.outcome(at("10:00"), 2, at("10:06:30"), THRESHOLD, jitter).nextAt())
        .isEqualTo(at("10:07"));
  }

  /** The table of docs/schedules.md: policy, time of the claim, dispatched, next run, runs. */
  static Stream<List<String>> table() throws IOException {
    return Files.readAllLines(Path.of("../../docs/schedules.md")).stream()
        .filter(line -> line.matches("\\| `(fire|skip)[^|]*\\| \\d\\d:.*"))
        .map(line -> Stream.of(line.substring(1).split("\\|")).map(String::strip).toList());
  }

  @ParameterizedTest
  @MethodSource("table")
  void each_line_of_the_page_is_true(List<String> line) {
    Outcome outcome = outcome("every:PT10M times=9", line.get(0).replace("`", ""), line.get(1));
    assertThat(outcome.skipped() ? "no" : "yes").isEqualTo(line.get(2));
    assertThat(outcome.nextAt() == null ? "none" : time(outcome.nextAt())).isEqualTo(line.get(3));
    assertThat(outcome.runs()).hasToString(line.get(4));
  }

  @Test
  void the_page_has_every_policy() throws IOException {
    assertThat(table().map(line -> line.get(0)).distinct())
        .containsExactlyInAnyOrder(
            "`fire-once`",
            "`fire-once-counted`",
            "`skip`",
            "`skip-counted`",
            "`fire-all`",
            "`fire-all/PT30M`");
  }

  @Test
  void the_last_run_has_no_next_one() {
    assertThat(outcome("every:PT10M times=4", "fire-once", "10:00").nextAt())
        .isEqualTo(at("10:10"));
    assertThat(outcome("every:PT10M times=3", "fire-once", "10:00").nextAt()).isNull();
  }

  @Test
  void after_an_outage_beyond_its_end_a_schedule_has_no_further_run() {
    assertThat(outcome("every:PT10M until=2026-12-01T10:30:00Z", "fire-once", "12:00").nextAt())
        .isNull();
  }

  @Test
  void a_long_outage_costs_no_step_for_each_missed_time() {
    Instant longAgo = Instant.parse("1990-01-01T00:00:00Z");
    Stream.of("fire-once", "fire-once-counted", "skip", "skip-counted", "fire-all/PT30M")
        .forEach(
            policy ->
                assertThat(
                        plan("every:PT1S", policy)
                            .outcome(longAgo, 2, at("10:00"), THRESHOLD, NO_JITTER)
                            .nextAt())
                    .isAfterOrEqualTo(at("09:30")));
  }

  @Test
  void a_time_between_two_microseconds_is_not_planned_twice() {
    Instant between = Instant.parse("2026-12-01T10:00:00.0000009Z");
    Recurrence recurrence = Recurrence.every(Duration.ofHours(1)).starting(between);
    Plan plan = new Plan(recurrence, Misfire.FIRE_ONCE);
    assertThat(plan.outcome(at("10:00"), 2, at("10:00"), THRESHOLD, NO_JITTER).nextAt())
        .isEqualTo(at("11:00"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          every:PT10M except=daily:10:00-10:30 | 09:55 | 10:30
          every:PT10M                          | 09:55 | 10:00
          every:PT5M                           | 09:51 | 09:55
          every:PT1M                           | 09:45 | 09:51
          every:PT10M except=daily:10:00-10:30 | 10:00 | 10:00
          delay:PT30M                          | 09:55 | 10:00
          delay:PT30M except=daily:10:00-10:30 | 09:55 | 10:30
          """)
  void a_run_moves_to_the_first_time_that_its_calendar_leaves(
      String recurrence, String now, String next) {
    assertThat(plan(recurrence, "fire-once").moved(at("10:00"), at("09:50"), 2, at(now)))
        .isEqualTo(at(next));
  }

  @Test
  void without_a_time_left_a_run_waits() {
    Plan plan = plan("every:PT10M except=weekly:MON-SUN", "fire-once");
    assertThat(plan.moved(at("10:00"), Instant.MIN, 0, at("09:55"))).isEqualTo(Plan.NO_TIME_LEFT);
  }

  private static Outcome outcome(String recurrence, String misfire, String now) {
    return plan(recurrence, misfire).outcome(at("10:00"), 2, at(now), THRESHOLD, NO_JITTER);
  }

  private static Plan plan(String recurrence, String misfire) {
    return new Plan(Recurrence.parse(recurrence), Misfire.named(misfire).orElseThrow());
  }

  private static Instant at(String time) {
    return LocalDate.of(2026, 12, 1).atTime(LocalTime.parse(time)).toInstant(ZoneOffset.UTC);
  }

  private static String time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC).toLocalTime().toString();
  }
}
