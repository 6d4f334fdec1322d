package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RDATE, EXDATE, and lines of a calendar file. */
class ListedTimesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rrule:FREQ=DAILY start=2026-12-01T09:00Z exdate=20261202T090000,20261203 | 2026-12-01T09:00:00Z 2026-12-04T09:00:00Z",
        "rrule:FREQ=DAILY start=2026-12-01T09:00Z exdate=20261202T090001 | 2026-12-01T09:00:00Z 2026-12-02T09:00:00Z",
        "rrule:FREQ=DAILY;COUNT=2 start=2026-12-01T09:00Z rdate=20261205T120000,20261201T100000Z | 2026-12-01T09:00:00Z 2026-12-01T10:00:00Z 2026-12-02T09:00:00Z 2026-12-05T12:00:00Z",
        "rrule:FREQ=DAILY;COUNT=3 start=2026-12-01T09:00Z exdate=20261202 | 2026-12-01T09:00:00Z 2026-12-03T09:00:00Z",
        "cron:0 0 9 ? * MON zone=Europe/Berlin start=2026-12-01T00:00Z rdate=20261203T093000 exdate=20261207T080000Z | 2026-12-03T08:30:00Z 2026-12-14T08:00:00Z",
        "every:PT1S start=2026-12-01T09:00Z exdate=20261201,20261202 | 2026-12-03T00:00:00Z",
        "days:1 start=2026-12-01T09:00Z rdate=20261202T090000 | 2026-12-01T09:00:00Z 2026-12-02T09:00:00Z 2026-12-03T09:00:00Z",
        "days:1 start=2026-12-01T09:00Z rdate=20261202T120000 exdate=20261202 | 2026-12-01T09:00:00Z 2026-12-03T09:00:00Z",
        "days:1 start=2026-12-01T09:00Z until=2026-12-02T10:00Z rdate=20261130T120000,20261202T120000 | 2026-12-01T09:00:00Z 2026-12-02T09:00:00Z",
        "once:2026-12-01T10:00Z rdate=20261205T120000 except=weekly:TUE | 2026-12-05T12:00:00Z",
      })
  void a_listed_time_is_due_or_not(String text, String expected) {
    List<String> times = List.of(expected.split(" "));

    assertThat(due(text, times.size() + 1)).startsWith(times.toArray(String[]::new));
    if (text.contains("COUNT") || text.contains("until") || text.contains("once")) {
      assertThat(due(text, 9)).hasSameSizeAs(times);
    }
  }

  /** Clocks in Berlin go forward from 02:00 to 03:00 (01:00 UTC) on 2026-03-29. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "days:1 start=2026-03-28T01:30Z zone=Europe/Berlin exdate=20260329T023000 | 2026-03-28T01:30:00Z 2026-03-30T00:30:00Z",
        "days:1 start=2026-03-28T01:30Z zone=Europe/Berlin exdate=20260329 | 2026-03-28T01:30:00Z 2026-03-30T00:30:00Z",
        "days:1 start=2026-03-28T01:30Z zone=Europe/Berlin exdate=20260329T010000Z | 2026-03-28T01:30:00Z 2026-03-30T00:30:00Z",
        "days:1 start=2026-03-28T01:30Z zone=Europe/Berlin gap=shift exdate=20260329T023000 | 2026-03-28T01:30:00Z 2026-03-30T00:30:00Z",
        "rrule:FREQ=DAILY;BYHOUR=2;BYMINUTE=10,30 start=2026-03-28T01:30Z zone=Europe/Berlin exdate=20260329T021000 | 2026-03-28T01:30:00Z 2026-03-29T01:00:00Z 2026-03-30T00:10:00Z",
        "rrule:FREQ=DAILY;BYHOUR=2,3;BYMINUTE=10,30 start=2026-03-28T02:30Z zone=Europe/Berlin gap=shift exdate=20260329T021000,20260329T031000 | 2026-03-28T02:30:00Z 2026-03-29T01:30:00Z",
        "rrule:FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30 start=2026-03-28T02:30Z zone=Europe/Berlin gap=shift exdate=20260329T023000 | 2026-03-28T02:30:00Z 2026-03-29T01:30:00Z 2026-03-30T00:30:00Z",
        "rrule:FREQ=DAILY;COUNT=2 start=2026-03-28T01:30Z zone=Europe/Berlin exdate=20260329T023000 | 2026-03-28T01:30:00Z",
        "cron:0 0 6 ? * * zone=Pacific/Apia start=2011-12-29T16:00Z exdate=20111230 | 2011-12-29T16:00:00Z 2011-12-30T16:00:00Z",
        "days:7 start=2026-03-28T12:00Z zone=Europe/Berlin rdate=20260329T023000 | 2026-03-28T12:00:00Z 2026-03-29T01:00:00Z",
        "days:7 start=2026-03-28T12:00Z zone=Europe/Berlin gap=shift rdate=20260329T023000 | 2026-03-28T12:00:00Z 2026-03-29T01:30:00Z",
        "days:7 start=2026-03-28T12:00Z zone=Europe/Berlin gap=skip rdate=20260329T023000 | 2026-03-28T12:00:00Z 2026-04-04T11:00:00Z",
        "days:7 start=2026-03-28T12:00Z zone=Europe/Berlin rdate=20260329T023000 exdate=20260329T023000 | 2026-03-28T12:00:00Z 2026-04-04T11:00:00Z",
        "days:7 start=2026-10-24T12:00Z zone=Europe/Berlin overlap=both rdate=20261025T023000 | 2026-10-24T12:00:00Z 2026-10-25T00:30:00Z 2026-10-25T01:30:00Z 2026-10-31T13:00:00Z",
      })
  void a_list_names_times_of_the_wall_clock_that_clocks_skip_or_repeat(
      String text, String expected) {
    List<String> times = List.of(expected.split(" "));

    assertThat(due(text, times.size())).isEqualTo(times);
    if (text.contains("COUNT")) {
      assertThat(due(text, 9)).isEqualTo(times);
    }
  }

  @Test
  void the_explanation_names_an_excluded_time_that_clocks_skip() {
    assertThat(
            explanation(
                "days:1 start=2026-03-28T01:30Z zone=Europe/Berlin exdate=20260329T023000", 2))
        .containsExactly(
            "2026-03-28T01:30:00Z as planned",
            "2026-03-29T01:00:00Z 2026-03-29T02:30 does not exist, clocks go forward from 02:00 to 03:00: excluded by exdate=20260329T023000",
            "2026-03-30T00:30:00Z as planned");
  }

  @Test
  void the_explanation_names_an_omission_once_beside_listed_times() {
    assertThat(
            explanation(
                "days:1 start=2026-03-28T01:30Z zone=Europe/Berlin gap=skip"
                    + " rdate=20260328T120000,20260328T130000,20260329T033000 exdate=20260328T130000",
                4))
        .containsExactly(
            "2026-03-28T01:30:00Z as planned",
            "2026-03-28T11:00:00Z listed by rdate",
            "2026-03-28T12:00:00Z excluded by exdate=20260328T130000",
            "2026-03-29T01:00:00Z 2026-03-29T02:30 does not exist, clocks go forward from 02:00 to 03:00: skipped",
            "2026-03-29T01:30:00Z listed by rdate",
            "2026-03-30T00:30:00Z as planned");
  }

  @Test
  void the_explanation_names_the_lists() {
    assertThat(
            explanation(
                "days:1 start=2026-12-01T09:00Z rdate=20261202T120000 exdate=20261202T090000", 3))
        .containsExactly(
            "2026-12-01T09:00:00Z as planned",
            "2026-12-02T09:00:00Z excluded by exdate=20261202T090000",
            "2026-12-02T12:00:00Z listed by rdate",
            "2026-12-03T09:00:00Z as planned");
  }

  @Test
  void lines_of_a_calendar_file_are_read_as_a_text() {
    assertThat(
            Recurrence.parse(
                """
                DTSTART;TZID=Europe/Berlin:20261201T090000
                RRULE:FREQ=WEEKLY;BYDAY=TU
                 ,TH
                EXDATE;TZID=Europe/Berlin:20261203T090000
                RDATE;TZID=Europe/Berlin:20261204T100000
                """))
        .hasToString(
            "rrule:FREQ=WEEKLY;BYDAY=TU,TH zone=Europe/Berlin start=2026-12-01T08:00:00Z"
                + " rdate=20261204T100000 exdate=20261203T090000");
    assertThat(Recurrence.parse("DTSTART:20261201T090000Z\r\nRRULE:FREQ=DAILY;COUNT=2"))
        .hasToString("rrule:FREQ=DAILY;COUNT=2 start=2026-12-01T09:00:00Z");
    assertThat(Recurrence.parse("DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY"))
        .hasToString("rrule:FREQ=DAILY start=2026-12-01T00:00:00Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "days:1 rdate=20261205 | rdate '20261205': write a time of the day, such as 20261224T090000",
        "days:1 exdate=tomorrow | exdate 'tomorrow': write 20261224T090000, 20261224T080000Z or, as exdate only, 20261224",
        "days:1 exdate=20261305 | exdate '20261305': write 20261224T090000, 20261224T080000Z or, as exdate only, 20261224",
        "DTSTART:20261201T090000\\nSUMMARY:Party | line 'SUMMARY:Party': DTSTART RRULE RDATE EXDATE allowed, with TZID or VALUE",
        "DTSTART;TZID=Europe/Berlin:20261201T090000\\nEXDATE;TZID=UTC:20261201T090000 | line 'EXDATE;TZID=UTC:20261201T090000': write times in UTC or with TZID=Europe/Berlin",
        "DTSTART;TZID=Mars:20261201T090000\\nRRULE:FREQ=DAILY | zone 'Mars': write a time zone such as Europe/Berlin",
        "DTSTART:20261201T090000 | recurrence '': cron unix every delay days weeks months years daily rrule once iso allowed, for example every:PT20M",
      })
  void an_unreadable_list_is_refused(String text, String message) {
    assertThatThrownBy(() -> Recurrence.parse(text.replace("\\n", "\n")))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessage(message);
  }

  private static List<String> explanation(String text, int runs) {
    return Recurrence.parse(text).explain(Instant.EPOCH, runs).stream()
        .map(line -> line.at() + " " + line.reason())
        .toList();
  }

  private static List<String> due(String text, int most) {
    return Recurrence.parse(text)
        .dueTimes(Instant.EPOCH)
        .limit(most)
        .map(Instant::toString)
        .toList();
  }
}
