package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IcalendarRuleTest {

  /** RFC 5545, section 3.8.5.3; the zone is America/New_York, the time of the day 09:00. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FREQ=DAILY;COUNT=10 | 1997-09-02T13:00Z | 09-02 09-03 09-04 09-05 09-06 09-07 09-08 09-09 09-10 09-11",
        "FREQ=DAILY;INTERVAL=10;COUNT=5 | 1997-09-02T13:00Z | 09-02 09-12 09-22 10-02 10-12",
        "FREQ=DAILY;INTERVAL=2 | 1997-09-02T13:00Z | 09-02 09-04 09-06 09-08 09-10",
        "FREQ=WEEKLY;COUNT=10 | 1997-09-02T13:00Z | 09-02 09-09 09-16 09-23 09-30 10-07 10-14 10-21 10-28 11-04",
        "FREQ=WEEKLY;INTERVAL=2;WKST=SU | 1997-09-02T13:00Z | 09-02 09-16 09-30 10-14 10-28 11-11",
        "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH | 1997-09-02T13:00Z | 09-02 09-04 09-09 09-11 09-16 09-18 09-23 09-25 09-30 10-02",
        "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH | 1997-09-02T13:00Z | 09-02 09-04 09-16 09-18 09-30 10-02 10-14 10-16",
        "FREQ=MONTHLY;COUNT=10;BYDAY=1FR | 1997-09-05T13:00Z | 09-05 10-03 11-07 12-05 01-02 02-06 03-06 04-03 05-01 06-05",
        "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR | 1997-09-05T13:00Z | 09-05 10-03 11-07 12-05",
        "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU | 1997-09-07T13:00Z | 09-07 09-28 11-02 11-30 01-04 01-25 03-01 03-29 05-03 05-31",
        "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO | 1997-09-22T13:00Z | 09-22 10-20 11-17 12-22 01-19 02-16",
        "FREQ=MONTHLY;BYMONTHDAY=-3 | 1997-09-28T13:00Z | 09-28 10-29 11-28 12-29 01-29 02-26",
        "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1 | 1997-09-30T13:00Z | 09-30 10-01 10-31 11-01 11-30 12-01 12-31 01-01 01-31 02-01",
        "FREQ=YEARLY;COUNT=4;BYMONTH=6,7 | 1997-06-10T13:00Z | 06-10 07-10 06-10 07-10",
        "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200 | 1997-01-01T14:00Z | 01-01 04-10 07-19 01-01 04-09 07-18 01-01 04-10 07-19 01-01",
        "FREQ=YEARLY;BYDAY=20MO | 1997-05-19T13:00Z | 05-19 05-18 05-17",
        "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO | 1997-05-12T13:00Z | 05-12 05-11 05-17",
        "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13 | 1997-09-02T13:00Z | 02-13 03-13 11-13 08-13 10-13",
        "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13 | 1997-09-13T13:00Z | 09-13 10-11 11-08 12-13 01-10",
        "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8 | 1996-11-05T14:00Z | 11-05 11-07 11-02",
        "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3 | 1997-09-04T13:00Z | 09-04 10-07 11-06",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2 | 1997-09-29T13:00Z | 09-29 10-30 11-27 12-30 01-29",
        "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO | 1997-08-05T13:00Z | 08-05 08-10 08-19 08-24",
        "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU | 1997-08-05T13:00Z | 08-05 08-17 08-19 08-31",
        "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5 | 2007-01-15T14:00Z | 01-15 01-30 02-15 03-15 03-30",
      })
  void the_examples_of_RFC_5545(String rule, String start, String days) {
    ZoneId newYork = ZoneId.of("America/New_York");
    long count =
        days.split(" ").length + (rule.contains("COUNT") || rule.contains("UNTIL") ? 1 : 0);
    Recurrence recurrence =
        Recurrence.parse("rrule:" + rule + " zone=America/New_York start=" + start);

    String due =
        recurrence
            .dueTimes(Instant.parse("1990-01-01T00:00:00Z"))
            .limit(count)
            .map(time -> time.atZone(newYork).toLocalDateTime().toString())
            .map(time -> time.substring("1997-".length()).replace("T09:00", ""))
            .collect(Collectors.joining(" "));

    assertThat(due).isEqualTo(days);
  }

  @Test
  void times_far_from_the_start_are_those_of_the_rule() {
    assertThat(next("rrule:FREQ=SECONDLY;INTERVAL=7", "2026-11-22T00:00:00Z"))
        .satisfies(due -> assertThat(Instant.parse(due).getEpochSecond() % 7).isZero());
    assertThat(next("rrule:FREQ=MONTHLY;BYDAY=-1FR", "9000-01-01T00:00:00Z"))
        .isEqualTo("9000-01-31T00:00:00Z");
    assertThat(next("rrule:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "9001-01-01T00:00:00Z"))
        .isEqualTo("9004-02-29T00:00:00Z");
  }

  @Test
  void a_rule_without_any_time_is_not_due() {
    assertThat(next("rrule:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-01-01T00:00:00Z"))
        .isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FREQ=MINUTELY;BYHOUR=3;BYMINUTE=59          | 2026-12-01T03:59:00Z",
        "FREQ=HOURLY;BYDAY=SU;BYHOUR=3               | 2026-12-06T03:00:00Z",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29          | 2028-02-29T00:00:00Z",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=99 | 2028-02-29T00:00:00Z",
        "FREQ=SECONDLY;BYMINUTE=3;BYSECOND=9         | 2026-11-30T04:03:09Z",
      })
  void a_rule_with_long_pauses_is_due_after_them(String rule, String due) {
    String after = "2026-11-30T03:59:59Z";

    assertThat(next("rrule:" + rule + " start=1970-01-01T00:00Z", after)).isEqualTo(due);
  }

  @Test
  void an_end_in_UTC_is_an_instant_of_the_zone() {
    String rule = "rrule:FREQ=HOURLY;UNTIL=20261201T100000Z zone=Europe/Berlin";

    assertThat(next(rule, "2026-12-01T09:30:00Z")).isEqualTo("2026-12-01T10:00:00Z");
    assertThat(next(rule, "2026-12-01T10:00:00Z")).isEqualTo("none");
  }

  private static String next(String text, String after) {
    return Recurrence.parse(text).next(Instant.parse(after)).map(Instant::toString).orElse("none");
  }
}
