package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IcalendarRuleTest {

  @Test
  void times_far_from_the_start_are_those_of_the_rule() {
    assertThat(next("rrule:FREQ=SECONDLY;INTERVAL=7", "2026-11-22T00:00:00Z"))
        .satisfies(due -> assertThat(Instant.parse(due).getEpochSecond() % 7).isZero());
    assertThat(next("rrule:FREQ=MONTHLY;BYDAY=-1FR", "9000-01-01T00:00:00Z"))
        .isEqualTo("9000-01-31T00:00:00Z");
    assertThat(next("rrule:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "9001-01-01T00:00:00Z"))
        .isEqualTo("9004-02-29T00:00:00Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FREQ=MINUTELY;BYHOUR=3;BYMINUTE=59          | 2026-12-01T03:59:00Z",
        "FREQ=HOURLY;BYDAY=SU;BYHOUR=3               | 2026-12-06T03:00:00Z",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29          | 2028-02-29T00:00:00Z",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=15 | 2028-02-29T00:00:00Z",
        "FREQ=SECONDLY;BYMINUTE=3;BYSECOND=9         | 2026-11-30T04:03:09Z",
        "FREQ=SECONDLY;BYHOUR=3;BYMONTH=2            | 2027-02-01T03:00:00Z",
        "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=29         | 2028-02-29T00:00:00Z",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU | 2032-02-29T00:00:00Z",
        "FREQ=MINUTELY;INTERVAL=5;BYDAY=SA,SU        | 2026-12-05T00:00:00Z",
      })
  void a_rule_with_long_pauses_is_due_after_them(String rule, String due) {
    String after = "2026-11-30T03:59:59Z";
    assertThat(next("rrule:" + rule + " start=1970-01-01T00:00Z", after)).isEqualTo(due);
  }

  @Test
  void every_five_minutes_of_working_days_leaves_out_the_weekend() {
    assertThat(
            due(
                "rrule:FREQ=MINUTELY;INTERVAL=5;BYDAY=MO,TU,WE,TH,FR zone=Europe/Berlin",
                "2026-11-27T22:50:00Z"))
        .startsWith("2026-11-27T22:55:00Z", "2026-11-29T23:00:00Z", "2026-11-29T23:05:00Z");
  }

  @Test
  void a_year_without_the_week_has_no_time() {
    assertThat(
            due(
                "rrule:FREQ=YEARLY;BYWEEKNO=53;BYDAY=TH zone=Europe/Berlin start=2026-01-01T09:00Z",
                "2026-01-01T09:00:00Z"))
        .startsWith("2026-12-31T09:00:00Z", "2032-12-30T09:00:00Z", "2037-12-31T09:00:00Z");
  }

  @Test
  void a_week_may_have_days_of_the_year_before() {
    assertThat(due("rrule:FREQ=YEARLY;BYMONTH=12;BYWEEKNO=1;BYDAY=MO", "2018-01-01T00:00:00Z"))
        .startsWith("2018-12-31T00:00:00Z", "2019-12-30T00:00:00Z", "2024-12-30T00:00:00Z");
    assertThat(
            next(
                "rrule:FREQ=YEARLY;BYMONTH=12;BYWEEKNO=1;BYDAY=MO start=2018-01-01T00:00Z",
                "2018-01-02T00:00:00Z"))
        .isEqualTo("2018-12-31T00:00:00Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2015-06-06T09:00:00Z", "2016-12-25T09:00:00Z", "2017-01-01T00:00:00Z"})
  void the_answer_does_not_depend_on_where_one_asks_from(String after) {
    assertThat(due("rrule:FREQ=YEARLY;BYWEEKNO=52;BYDAY=SU start=2015-06-06T09:00Z", after))
        .contains("2017-01-01T09:00:00Z", "2017-12-31T09:00:00Z");
    assertThat(
            next(
                "rrule:FREQ=YEARLY;BYWEEKNO=52;BYDAY=SU start=2015-06-06T09:00Z",
                "2017-01-01T00:00:00Z"))
        .isEqualTo("2017-01-01T09:00:00Z");
  }

  @Test
  void a_position_counts_from_the_begin_of_the_year_and_not_from_the_start() {
    assertThat(
            next(
                "rrule:FREQ=YEARLY;BYMONTH=1,7;BYDAY=MO;BYSETPOS=1 start=2026-03-01T09:00Z",
                "2026-01-01T00:00:00Z"))
        .isEqualTo("2027-01-04T09:00:00Z");
    assertThat(
            due(
                "rrule:FREQ=MONTHLY;BYDAY=MO;BYHOUR=9,17;BYSETPOS=2,-1 start=2026-12-08T00:00Z",
                "2026-01-01T00:00:00Z"))
        .startsWith("2026-12-28T17:00:00Z", "2027-01-04T17:00:00Z", "2027-01-25T17:00:00Z");
  }

  @Test
  void a_fraction_of_a_second_of_the_start_is_part_of_each_time() {
    assertThat(due("rrule:FREQ=DAILY;COUNT=3 start=2026-11-25T10:00:00.5Z", "2026-11-01T00:00:00Z"))
        .containsExactly(
            "2026-11-25T10:00:00.500Z", "2026-11-26T10:00:00.500Z", "2026-11-27T10:00:00.500Z");
  }

  @Test
  void a_day_that_only_some_leap_years_have_is_found() {
    String rule =
        "rrule:FREQ=YEARLY;INTERVAL=8;BYYEARDAY=-366,329;BYDAY=WE;BYHOUR=15;BYMINUTE=4;BYSECOND=0,20,40 start=2026-01-01T00:00Z";
    assertThat(next(rule, "2026-11-25T15:04:20Z")).isEqualTo("2026-11-25T15:04:40Z");
    assertThat(next(rule, "2026-11-25T15:04:40Z")).isEqualTo("2082-11-25T15:04:00Z");
    assertThat(next("rrule:FREQ=YEARLY;BYYEARDAY=-366;BYDAY=SU", "2026-11-25T00:00:00Z"))
        .isEqualTo("2040-01-01T00:00:00Z");
  }

  @Test
  void an_end_in_UTC_is_an_instant() {
    String hourly = "rrule:FREQ=HOURLY;UNTIL=20261201T100000Z zone=Europe/Berlin";
    assertThat(next(hourly, "2026-12-01T09:30:00Z")).isEqualTo("2026-12-01T10:00:00Z");
    assertThat(next(hourly, "2026-12-01T10:00:00Z")).isEqualTo("none");
    assertThat(
            due(
                "rrule:FREQ=DAILY;UNTIL=20201025T010000Z zone=Europe/Amsterdam start=2020-10-24T02:30+02:00",
                "2020-10-01T00:00:00Z"))
        .containsExactly("2020-10-24T00:30:00Z", "2020-10-25T00:30:00Z");
  }

  @Test
  void an_end_without_zone_is_a_time_of_the_wall_clock() {
    String start = " zone=Europe/Berlin start=2026-12-01T08:00Z";
    String after = "2026-12-02T00:00:00Z";
    assertThat(due("rrule:FREQ=DAILY;UNTIL=20261203T090000" + start, after)).hasSize(2);
    assertThat(due("rrule:FREQ=DAILY;UNTIL=20261203T085959" + start, after)).hasSize(1);
    assertThat(due("rrule:FREQ=DAILY;UNTIL=20261203" + start, after)).hasSize(2);
  }

  @Test
  void without_a_start_times_begin_in_1970() {
    assertThat(next("rrule:FREQ=MONTHLY;BYMONTHDAY=15", "1969-01-01T00:00:00Z"))
        .isEqualTo("1970-01-15T00:00:00Z");
  }

  private static String next(String text, String after) {
    return Recurrence.parse(text).next(Instant.parse(after)).map(Instant::toString).orElse("none");
  }

  private static List<String> due(String text, String after) {
    return Recurrence.parse(text)
        .dueTimes(Instant.parse(after))
        .limit(5)
        .map(Instant::toString)
        .toList();
  }
}
