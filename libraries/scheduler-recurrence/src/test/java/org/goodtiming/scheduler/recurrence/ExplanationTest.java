package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  @Test
  void a_gap_is_explained() {
    assertThat(explain("cron:0 30 2 ? * * zone=Europe/Berlin", "2026-03-28T00:00:00Z", 2))
        .containsExactly(
            "2026-03-28T01:30:00Z due: as planned",
            "2026-03-29T01:00:00Z due: 2026-03-29T02:30 does not exist, clocks go forward from"
                + " 02:00 to 03:00: due at the end of the gap");
  }

  @Test
  void a_gap_of_a_whole_day_is_explained_with_dates() {
    assertThat(explain("cron:0 0 6 ? * * zone=Pacific/Apia", "2011-12-29T16:30:00Z", 1))
        .containsExactly(
            "2011-12-30T10:00:00Z due: 2011-12-30T06:00 does not exist, clocks go forward from"
                + " 2011-12-30T00:00 to 2011-12-31T00:00: due at the end of the gap");
  }

  @Test
  void a_skipped_gap_is_explained() {
    assertThat(explain("cron:0 30 2 ? * * zone=Europe/Berlin gap=skip", "2026-03-29T00:00:00Z", 1))
        .containsExactly(
            "2026-03-29T01:00:00Z omitted: 2026-03-29T02:30 does not exist, clocks go forward from"
                + " 02:00 to 03:00: skipped",
            "2026-03-30T00:30:00Z due: as planned");
  }

  @Test
  void an_overlap_is_explained() {
    assertThat(explain("cron:0 30 2 ? * * zone=Europe/Berlin", "2026-10-25T00:30:00Z", 1))
        .containsExactly(
            "2026-10-25T01:30:00Z omitted: 2026-10-25T02:30 comes twice, clocks go back: the first"
                + " is due, this is the second",
            "2026-10-26T01:30:00Z due: as planned");
    assertThat(
            explain(
                "cron:0 30 2 ? * * zone=Europe/Berlin overlap=second", "2026-10-25T00:00:00Z", 1))
        .containsExactly(
            "2026-10-25T00:30:00Z omitted: 2026-10-25T02:30 comes twice, clocks go back: the"
                + " second is due, this is the first",
            "2026-10-25T01:30:00Z due: as planned");
  }

  @Test
  void an_exclusion_is_explained() {
    assertThat(explain("cron:0 0 6 ? * * except=weekly:SAT,SUN", "2026-11-20T12:00:00Z", 1))
        .containsExactly(
            "2026-11-21T06:00:00Z omitted: excluded by weekly:SAT,SUN",
            "2026-11-23T06:00:00Z due: as planned");
  }

  @Test
  void a_time_is_omitted_only_if_all_calendars_exclude_it() {
    assertThat(
            explain(
                "cron:0 0 12 ? * * except=all(weekly:FRI; daily:12:00-13:00)",
                "2026-12-03T00:00:00Z",
                2))
        .containsExactly(
            "2026-12-03T12:00:00Z due: as planned",
            "2026-12-04T12:00:00Z omitted: excluded by all(weekly:FRI; daily:12:00-13:00)",
            "2026-12-05T12:00:00Z due: as planned");
  }

  @Test
  void an_explanation_without_an_instant_begins_now() {
    Instant before = Instant.now();

    List<Occurrence> lines = Recurrence.parse("every:PT1H").explain(2);

    assertThat(lines).hasSize(2).allSatisfy(line -> assertThat(line.at()).isAfter(before));
  }

  @Test
  void the_end_is_explained() {
    assertThat(explain("every:PT1H until=2026-12-01T10:30Z", "2026-12-01T09:30:00Z", 5))
        .containsExactly(
            "2026-12-01T10:00:00Z due: as planned",
            "2026-12-01T11:00:00Z omitted: no more: it is after the end, 2026-12-01T10:30:00Z");
  }

  @Test
  void the_limit_of_an_explanation_is_reported() {
    assertThat(explain("every:PT1H", "2026-12-01T09:30:00Z", 1_000)).hasSize(1_000);
    assertThat(explain("every:PT1H", "2026-12-01T09:30:00Z", 100_000))
        .hasSize(1_001)
        .endsWith("2027-01-12T01:00:00Z omitted: no more: an explanation has at most 1000 lines");
  }

  @Test
  void the_count_is_explained() {
    assertThat(explain("every:PT1H times=1", "2026-12-01T09:30:00Z", 5))
        .containsExactly(
            "2026-12-01T10:00:00Z due: as planned",
            "2026-12-01T10:00:00Z omitted: no more: the limit is 1 run");
  }

  @Test
  void the_end_of_the_rule_is_explained() {
    assertThat(explain("once:2026-12-01T10:00Z", "2026-12-01T10:00:00Z", 5))
        .containsExactly("2026-12-01T10:00:00Z omitted: no more: no further time is found");
  }

  @Test
  void a_calendar_that_excludes_everything_ends_the_search() {
    assertThat(explain("every:PT1S except=daily:00:00-23:59", "2026-12-01T10:00:00Z", 1))
        .hasSize(2);
    assertThat(explain("every:PT1S except=weekly:MON-SUN", "2026-12-01T10:00:00Z", 1))
        .containsExactly("2026-12-01T10:00:00Z omitted: no more: no further time is found");
  }

  @Test
  void a_rule_that_misses_the_only_open_minute_of_each_hour_ends_the_search() {
    assertThat(explain("every:PT1H except=not(cron:0-58 30 * ? * *)", "2026-12-01T10:00:00Z", 1))
        .last()
        .asString()
        .endsWith("no more: no further time is found");
  }

  @Test
  void a_delay_into_an_excluded_time_ends_with_it() {
    assertThat(explain("delay:PT1H except=daily:12:00-13:00", "2026-12-01T11:30:00Z", 1))
        .containsExactly(
            "2026-12-01T13:00:00Z due: the delay ends at 2026-12-01T12:30:00Z, excluded by"
                + " daily:12:00-13:00");
  }

  private static List<String> explain(String text, String after, int dueTimes) {
    return Recurrence.parse(text).explain(Instant.parse(after), dueTimes).stream()
        .map(ExplanationTest::line)
        .toList();
  }

  private static String line(Occurrence line) {
    return line.at() + (line instanceof DueTime ? " due: " : " omitted: ") + line.reason();
  }
}
