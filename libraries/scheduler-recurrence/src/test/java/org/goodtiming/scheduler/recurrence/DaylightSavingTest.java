package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.goodtiming.scheduler.recurrence.DaylightSaving.Gap;
import org.goodtiming.scheduler.recurrence.DaylightSaving.Overlap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In Berlin, 02:00 to 03:00 is missing on 2026-03-29 and comes twice on 2026-10-25. */
class DaylightSavingTest {
  private static final String BEFORE_GAP = "2026-03-28T12:00:00Z";
  private static final String BEFORE_OVERLAP = "2026-10-24T12:00:00Z";

  @Test
  void a_daily_time_in_the_gap_is_due_at_its_end() {
    assertThat(berlin("cron:0 30 2 ? * *", BEFORE_GAP, 2))
        .containsExactly("2026-03-29T03:00+02:00", "2026-03-30T02:30+02:00");
  }

  @Test
  void a_daily_time_in_the_gap_is_skipped_on_request() {
    assertThat(berlin("cron:0 30 2 ? * * gap=skip", BEFORE_GAP, 1))
        .containsExactly("2026-03-30T02:30+02:00");
  }

  @Test
  void times_in_the_gap_shift_by_its_length_on_request() {
    assertThat(berlin("cron:0 30 2 ? * * gap=shift", BEFORE_GAP, 2))
        .containsExactly("2026-03-29T03:30+02:00", "2026-03-30T02:30+02:00");
    assertThat(berlin("cron:0 0,30 2 ? * * gap=shift", BEFORE_GAP, 3))
        .containsExactly(
            "2026-03-29T03:00+02:00", "2026-03-29T03:30+02:00", "2026-03-30T02:00+02:00");
    assertThat(berlin("cron:0 15,30 2,3 ? * * gap=shift", BEFORE_GAP, 3))
        .containsExactly(
            "2026-03-29T03:15+02:00", "2026-03-29T03:30+02:00", "2026-03-30T02:15+02:00");
    assertThat(berlin("cron:0 5/30 * ? * * gap=shift", "2026-03-29T00:30:00Z", 2))
        .containsExactly("2026-03-29T01:35+01:00", "2026-03-29T03:05+02:00");
  }

  @Test
  void a_whole_day_that_a_zone_skips_shifts_to_the_next_day() {
    assertThat(
            times(
                Recurrence.parse("cron:0 0 6 30 12 ? zone=Pacific/Apia gap=shift"),
                "2011-12-29T16:30:00Z",
                1))
        .containsExactly("2011-12-31T06:00+14:00");
  }

  @Test
  void several_fixed_times_in_the_gap_are_one_run() {
    assertThat(berlin("cron:0 0,30 2,3 ? * *", BEFORE_GAP, 3))
        .containsExactly(
            "2026-03-29T03:00+02:00", "2026-03-29T03:30+02:00", "2026-03-30T02:00+02:00");
  }

  @Test
  void an_interval_leaves_the_gap_out() {
    assertThat(berlin("cron:0 5/30 * ? * *", "2026-03-29T00:30:00Z", 3))
        .containsExactly(
            "2026-03-29T01:35+01:00", "2026-03-29T03:05+02:00", "2026-03-29T03:35+02:00");
  }

  @Test
  void an_interval_that_would_lose_a_run_is_due_at_the_end_of_the_gap() {
    assertThat(berlin("cron:0 0 0/2 ? * *", "2026-03-28T22:30:00Z", 3))
        .containsExactly(
            "2026-03-29T00:00+01:00", "2026-03-29T03:00+02:00", "2026-03-29T04:00+02:00");
    assertThat(berlin("cron:0 0/30 2 ? * *", BEFORE_GAP, 2))
        .containsExactly("2026-03-29T03:00+02:00", "2026-03-30T02:00+02:00");
  }

  @Test
  void a_daily_time_in_the_overlap_is_due_the_first_time() {
    assertThat(berlin("cron:0 30 2 ? * *", BEFORE_OVERLAP, 2))
        .containsExactly("2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00");
  }

  @Test
  void a_daily_time_in_the_overlap_is_due_the_second_time_or_both_on_request() {
    assertThat(berlin("cron:0 30 2 ? * * overlap=second", BEFORE_OVERLAP, 2))
        .containsExactly("2026-10-25T02:30+01:00", "2026-10-26T02:30+01:00");
    assertThat(berlin("cron:0 30 2 ? * * overlap=both", BEFORE_OVERLAP, 3))
        .containsExactly(
            "2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00", "2026-10-26T02:30+01:00");
  }

  @Test
  void a_weekly_time_in_the_overlap_is_due_both_times_although_the_next_one_is_far() {
    assertThat(berlin("cron:0 30 2 ? * SUN overlap=both", BEFORE_OVERLAP, 3))
        .containsExactly(
            "2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00", "2026-11-01T02:30+01:00");
    assertThat(berlin("daily:PT15M/02:30-02:45/SUN", BEFORE_OVERLAP, 5))
        .containsExactly(
            "2026-10-25T02:30+02:00",
            "2026-10-25T02:45+02:00",
            "2026-10-25T02:30+01:00",
            "2026-10-25T02:45+01:00",
            "2026-11-01T02:30+01:00");
  }

  @Test
  void the_last_time_of_a_rule_is_due_both_times_in_the_overlap() {
    assertThat(berlin("cron:0 30 2 25 10 ? 2026 overlap=both", BEFORE_OVERLAP, 3))
        .containsExactly("2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00");
    assertThat(berlin("cron:0 30 2 25 10 ? 2026 overlap=second", "2026-10-25T00:45:00Z", 3))
        .containsExactly("2026-10-25T02:30+01:00");
    assertThat(
            berlin(
                "rrule:FREQ=DAILY;UNTIL=20261025T023000 overlap=both start=2026-10-25T00:30Z",
                BEFORE_OVERLAP,
                3))
        .containsExactly("2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cron:0 0 2/3 ? * *",
        "cron:0 0 0/2 ? * * overlap=both",
        "daily:PT3H/02:00-20:00/MON-SUN",
        "rrule:FREQ=HOURLY;INTERVAL=3 start=2026-10-24T00:00Z",
        "rrule:FREQ=MINUTELY;INTERVAL=180 start=2026-10-24T00:00Z overlap=second",
      })
  void an_interval_longer_than_the_overlap_is_due_once(String text) {
    assertThat(berlin(text, "2026-10-24T23:45:00Z", 2)).first().isEqualTo("2026-10-25T02:00+02:00");
    assertThat(berlin(text, "2026-10-25T00:00:00Z", 1))
        .allMatch(due -> due.compareTo("2026-10-25T04:00+01:00") >= 0);
  }

  @Test
  void an_interval_runs_through_the_overlap() {
    assertThat(berlin("cron:0 0/30 * ? * *", "2026-10-24T23:45:00Z", 6))
        .containsExactly(
            "2026-10-25T02:00+02:00",
            "2026-10-25T02:30+02:00",
            "2026-10-25T02:00+01:00",
            "2026-10-25T02:30+01:00",
            "2026-10-25T03:00+01:00",
            "2026-10-25T03:30+01:00");
  }

  @Test
  void a_start_in_the_second_pass_of_the_overlap_is_due() {
    assertThat(berlin("days:1 start=2026-10-25T01:30Z", BEFORE_OVERLAP, 2))
        .containsExactly("2026-10-25T02:30+01:00", "2026-10-26T02:30+01:00");
  }

  @Test
  void a_fixed_rate_does_not_see_clock_changes() {
    assertThat(berlin("every:PT1H start=2026-03-29T00:30Z", BEFORE_GAP, 2))
        .containsExactly("2026-03-29T01:30+01:00", "2026-03-29T03:30+02:00");
  }

  @Test
  void a_whole_day_that_a_zone_skips_is_made_up_when_the_next_begins() {
    assertThat(
            times(Recurrence.cron("0 0 6 ? * *").zone("Pacific/Apia"), "2011-12-29T16:30:00Z", 2))
        .containsExactly("2011-12-31T00:00+14:00", "2011-12-31T06:00+14:00");
  }

  @Test
  void a_time_that_every_year_skips_is_not_due() {
    Recurrence never =
        Recurrence.cron("0 30 2 ? 3 1L")
            .zone("Europe/Berlin")
            .inGap(Gap.SKIP)
            .inOverlap(Overlap.BOTH);

    assertThat(never.next(Instant.parse(BEFORE_GAP))).isEmpty();
  }

  private static List<String> berlin(String text, String after, int count) {
    return times(Recurrence.parse(text).zone("Europe/Berlin"), after, count);
  }

  private static List<String> times(Recurrence recurrence, String after, int count) {
    ZoneId zone = recurrence.zone();
    return recurrence
        .dueTimes(Instant.parse(after))
        .limit(count)
        .map(due -> due.atZone(zone).toOffsetDateTime().toString())
        .toList();
  }
}
