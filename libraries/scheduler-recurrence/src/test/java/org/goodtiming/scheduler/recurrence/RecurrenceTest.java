package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecurrenceTest {

  @Test
  void reads_as_prose() {
    Recurrence report =
        Recurrence.cron("0 0 6 ? * MON-FRI")
            .zone("Europe/Berlin")
            .starting(Instant.parse("2026-12-01T00:00:00Z"))
            .until(Instant.parse("2026-12-31T00:00:00Z"))
            .times(10)
            .except(ExclusionCalendar.parse("dates:2026-12-24"));

    assertThat(report)
        .hasToString(
            "cron:0 0 6 ? * MON-FRI zone=Europe/Berlin start=2026-12-01T00:00:00Z"
                + " until=2026-12-31T00:00:00Z times=10 except=dates:2026-12-24");
    assertThat(report.describe())
        .isEqualTo(
            "At 06:00 on Monday to Friday, Europe/Berlin time, from 2026-12-01T00:00:00Z,"
                + " until 2026-12-31T00:00:00Z, at most 10 runs, except on 2026-12-24.");
  }

  @Test
  void a_recurrence_can_be_used_as_its_text() {
    CharSequence hourly = Recurrence.every(Duration.ofHours(1));
    assertThat(String.join("; ", hourly, "months:3")).isEqualTo("every:PT1H; months:3");
    assertThat(hourly.length()).isEqualTo(10);
    assertThat(hourly.charAt(6)).isEqualTo('P');
    assertThat(hourly.subSequence(0, 5)).isEqualTo("every");
  }

  @Test
  void without_an_instant_the_explanation_begins_now() {
    Instant before = Instant.now();
    assertThat(Recurrence.every(Duration.ofHours(1)).explain(10))
        .hasSize(10)
        .allMatch(occurrence -> occurrence.at().isAfter(before));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cron:0 0/20 9-17 ? * MON-FRI zone=Europe/Berlin gap=skip overlap=second",
        "cron:@DAILY",
        "unix:*/5 9-17 1,15 * MON-FRI zone=Europe/Berlin",
        "every:PT20M start=2026-12-01T10:00:00Z",
        "delay:PT30M",
        "delay:PT30M/end times=3",
        "days:2",
        "weeks:1 zone=UTC",
        "months:3 zone=America/New_York overlap=both",
        "months:1/last-day",
        "years:1/skip",
        "daily:PT20M/09:00-17:00/MON,TUE,WED,THU,FRI",
        "once:2026-12-01T10:00:00Z",
        "rrule:FREQ=MONTHLY;BYDAY=-1FR zone=Europe/Berlin",
        "iso:R5/2026-12-01T10:00Z/PT1H",
        "iso:R/2026-12-01T10:00+01:00/P1M",
        "iso:R3/P1D/2026-12-01T10:00Z",
        "days:1 gap=shift rdate=20261204T100000,20261205T100000Z exdate=20261203 roll=forward except=weekly:SUN",
        "every:PT1H except=any(weekly:SAT,SUN; not(daily:09:00-17:00); all(annual:12-24; cron:* * 0-7 ? * *))",
      })
  void the_text_form_survives_a_round_trip(String text) {
    assertThat(Recurrence.parse(text)).hasToString(text);
    assertThat(Recurrence.parse(Recurrence.parse(text).toString()))
        .isEqualTo(Recurrence.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "@daily zone=Europe/Berlin | cron:@DAILY zone=Europe/Berlin",
        "unix:@hourly        | cron:@HOURLY",
        "RRULE:FREQ=DAILY;BYHOUR=6 | rrule:FREQ=DAILY;BYHOUR=6",
        "iso:R3/PT1H/2026-12-01T10:00Z | iso:R3/2026-12-01T07:00Z/PT1H",
        "iso:R3/20261201T070000Z/PT1H  | iso:R3/2026-12-01T07:00Z/PT1H",
        "every:P1W                 | every:PT168H",
        "delay:P2W/end             | delay:PT336H/end",
      })
  void a_text_of_another_program_is_read_and_written_in_the_text_form(String text, String form) {
    assertThat(Recurrence.parse(text)).hasToString(form);
    assertThat(Recurrence.parse(form)).isEqualTo(Recurrence.parse(text));
  }

  @Test
  void a_fixed_rate_counts_from_its_start_and_not_from_the_last_run() {
    assertThat(due("every:PT20M start=2026-12-01T10:05Z", "2026-12-01T11:00:00Z", 3))
        .containsExactly("2026-12-01T11:05:00Z", "2026-12-01T11:25:00Z", "2026-12-01T11:45:00Z");
    assertThat(due("every:PT20M start=2026-12-01T10:05Z", "2020-01-01T00:00:00Z", 1))
        .containsExactly("2026-12-01T10:05:00Z");
  }

  @Test
  void a_fixed_delay_counts_from_the_instant_that_is_given() {
    assertThat(due("delay:PT30M", "2026-12-01T10:07:00Z", 1))
        .containsExactly("2026-12-01T10:37:00Z");
    assertThat(due("delay:PT30M start=2026-12-02T00:00Z", "2026-12-01T10:07:00Z", 1))
        .containsExactly("2026-12-02T00:00:00Z");
  }

  @Test
  void months_from_the_31st_end_with_shorter_months_and_do_not_drift() {
    assertThat(due("months:1 start=2027-01-31T06:00Z", "2027-01-01T00:00:00Z", 4))
        .containsExactly(
            "2027-01-31T06:00:00Z",
            "2027-02-28T06:00:00Z",
            "2027-03-31T06:00:00Z",
            "2027-04-30T06:00:00Z");
  }

  @Test
  void months_that_lack_the_day_are_skipped_on_request() {
    assertThat(due("months:1/skip start=2027-01-31T06:00Z", "2027-01-01T00:00:00Z", 3))
        .containsExactly("2027-01-31T06:00:00Z", "2027-03-31T06:00:00Z", "2027-05-31T06:00:00Z");
    assertThat(due("years:1/skip start=2028-02-29T06:00Z", "2028-03-01T00:00:00Z", 1))
        .containsExactly("2032-02-29T06:00:00Z");
  }

  @Test
  void the_last_day_of_the_month_stays_the_last_on_request() {
    assertThat(due("months:1/last-day start=2027-02-28T06:00Z", "2027-02-28T06:00:00Z", 2))
        .containsExactly("2027-03-31T06:00:00Z", "2027-04-30T06:00:00Z");
  }

  @Test
  void intervals_without_a_start_count_from_1970() {
    assertThat(due("months:3", "2026-11-22T00:00:00Z", 2))
        .containsExactly("2027-01-01T00:00:00Z", "2027-04-01T00:00:00Z");
    assertThat(due("every:PT20M", "2026-11-22T00:01:00Z", 1))
        .containsExactly("2026-11-22T00:20:00Z");
  }

  @Test
  void a_daily_window_includes_its_end_and_starts_anew_each_day() {
    assertThat(due("daily:PT3H/09:00-17:00/MON-FRI", "2026-11-20T11:00:00Z", 4))
        .containsExactly(
            "2026-11-20T12:00:00Z",
            "2026-11-20T15:00:00Z",
            "2026-11-23T09:00:00Z",
            "2026-11-23T12:00:00Z");
    assertThat(due("daily:PT4H/09:00-17:00", "2026-11-20T13:00:00Z", 1))
        .containsExactly("2026-11-20T17:00:00Z");
  }

  @Test
  void a_daily_window_over_midnight_belongs_to_the_day_on_which_it_begins() {
    assertThat(due("daily:PT3H/22:00-06:00/FRI", "2026-11-20T12:00:00Z", 5))
        .containsExactly(
            "2026-11-20T22:00:00Z",
            "2026-11-21T01:00:00Z",
            "2026-11-21T04:00:00Z",
            "2026-11-27T22:00:00Z",
            "2026-11-28T01:00:00Z");
    assertThat(due("daily:PT1H/23:00-00:00/FRI", "2026-11-20T23:00:00Z", 2))
        .containsExactly("2026-11-21T00:00:00Z", "2026-11-27T23:00:00Z");
  }

  @Test
  void a_calendar_window_over_midnight_excludes_the_night() {
    assertThat(
            due("cron:0 30 5,12,21,22 ? * * except=daily:22:00-06:00", "2026-11-20T12:30:00Z", 2))
        .containsExactly("2026-11-20T21:30:00Z", "2026-11-21T12:30:00Z");
    assertThat(due("every:PT1H except=not(daily:22:00-02:00)", "2026-11-20T22:30:00Z", 5))
        .containsExactly(
            "2026-11-20T23:00:00Z",
            "2026-11-21T00:00:00Z",
            "2026-11-21T01:00:00Z",
            "2026-11-21T22:00:00Z",
            "2026-11-21T23:00:00Z");
  }

  @Test
  void an_ISO_interval_ends_after_its_repetitions() {
    assertThat(due("iso:R3/2026-12-01T10:00Z/PT1H", "2026-11-01T00:00:00Z", 9))
        .containsExactly("2026-12-01T10:00:00Z", "2026-12-01T11:00:00Z", "2026-12-01T12:00:00Z");
    assertThat(due("iso:R3/2027-01-31T10:00Z/P1M", "2026-11-01T00:00:00Z", 9))
        .containsExactly("2027-01-31T10:00:00Z", "2027-02-28T10:00:00Z", "2027-03-31T10:00:00Z");
  }

  @Test
  void an_ISO_interval_may_have_an_end() {
    assertThat(due("iso:R3/PT1H/2026-12-01T10:00Z", "2026-11-01T00:00:00Z", 9))
        .containsExactly("2026-12-01T07:00:00Z", "2026-12-01T08:00:00Z", "2026-12-01T09:00:00Z");
    assertThat(due("iso:R2/2026-12-01T10:00Z/2026-12-01T10:45Z", "2026-11-01T00:00:00Z", 9))
        .containsExactly("2026-12-01T10:00:00Z", "2026-12-01T10:45:00Z");
    assertThat(
            due("iso:R2/P1D/2026-03-30T10:00+02:00 zone=Europe/Berlin", "2026-03-01T00:00:00Z", 9))
        .containsExactly("2026-03-28T09:00:00Z", "2026-03-29T08:00:00Z");
    assertThat(due("iso:R2/P1M/2027-03-15T10:00Z", "2026-11-01T00:00:00Z", 9))
        .containsExactly("2027-01-15T10:00:00Z", "2027-02-15T10:00:00Z");
  }

  @Test
  void once_is_due_once() {
    assertThat(due("once:2026-12-01T10:00Z", "2026-11-01T00:00:00Z", 9))
        .containsExactly("2026-12-01T10:00:00Z");
  }

  @Test
  void an_end_overrides_the_count() {
    assertThat(
            due(
                "every:PT1H start=2026-12-01T10:00Z until=2026-12-01T12:00Z times=9",
                "2026-11-01T00:00:00Z",
                9))
        .hasSize(3)
        .endsWith("2026-12-01T12:00:00Z");
  }

  @Test
  void the_count_ends_the_due_times() {
    Recurrence thrice = Recurrence.every(Duration.ofHours(1)).times(3);

    assertThat(thrice.dueTimes(Instant.EPOCH)).hasSize(3);
    assertThat(thrice.next(Instant.EPOCH, 2)).isPresent();
    assertThat(thrice.next(Instant.EPOCH, 3)).isEmpty();
  }

  @Test
  void instants_out_of_range_have_an_answer() {
    Recurrence monthly = Recurrence.months(1, EndOfMonth.CLAMP);

    assertThat(monthly.next(Instant.MAX)).isEmpty();
    assertThat(monthly.next(Instant.MIN)).contains(Instant.EPOCH);
    assertThat(Recurrence.every(Duration.ofDays(1)).next(Instant.MAX)).isEmpty();
    assertThat(Recurrence.delay(Duration.ofDays(1)).next(Instant.MAX)).isEmpty();
    assertThat(Recurrence.cron("* * * ? * *").next(Instant.MIN)).isPresent();
  }

  private static List<String> due(String text, String after, int count) {
    return Recurrence.parse(text)
        .dueTimes(Instant.parse(after))
        .limit(count)
        .map(Instant::toString)
        .toList();
  }
}
