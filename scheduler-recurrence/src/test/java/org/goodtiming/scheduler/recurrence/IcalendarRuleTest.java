package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
