package org.goodtiming.scheduler.operations.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.goodtiming.scheduler.operations.queue.ClosedTimes.Closed;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedTimesTest {

  /** The clocks of Berlin skip 02:00 to 03:00 on 2027-03-28, and repeat it on 2026-10-25. */
  @ParameterizedTest(name = "{0} at {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          daily:18:00-08:00                                              | 2026-12-01T12:00:00Z | 2026-12-01T18:00:00Z | 2026-12-02T08:00:00Z
          daily:18:00-08:00                                              | 2026-12-01T20:00:00Z | 2026-12-01T20:00:00Z | 2026-12-02T08:00:00Z
          daily:18:00-08:00                                              | 2026-12-02T08:00:00Z | 2026-12-02T18:00:00Z | 2026-12-03T08:00:00Z
          any(weekly:SAT,SUN; daily:18:00-08:00) zone=Europe/Berlin      | 2026-12-04T18:00:00Z | 2026-12-04T18:00:00Z | 2026-12-07T07:00:00Z
          not(daily:09:00-17:00) zone=America/New_York                   | 2026-12-01T15:00:00Z | 2026-12-01T22:00:00Z | 2026-12-02T14:00:00Z
          cron:* * 0-7 ? * *                                             | 2026-12-01T12:00:00Z | 2026-12-02T00:00:00Z | 2026-12-02T08:00:00Z
          daily:22:00-02:30 zone=Europe/Berlin                           | 2027-03-27T22:00:00Z | 2027-03-27T22:00:00Z | 2027-03-28T01:00:00Z
          daily:22:00-02:30 zone=Europe/Berlin                           | 2026-10-24T21:00:00Z | 2026-10-24T21:00:00Z | 2026-10-25T00:30:00Z
          """)
  void the_closed_time_is_the_one_that_lasts_or_the_next(
      String text, Instant now, Instant from, Instant until) {
    assertThat(parse(text).closed(now)).isEqualTo(new Closed(from, until));
  }

  @Test
  void the_next_closed_time_may_be_far_away() {
    Instant now = Instant.parse("2026-12-01T00:00:00Z");
    Closed closed = parse("dates:2027-06-01").closed(now);
    assertThat(closed.from()).isAfter(now).isBeforeOrEqualTo("2027-06-01T00:00:00Z");
    assertThat(closed.until()).isAfterOrEqualTo(closed.from());
  }

  @Test
  void times_that_never_end_are_recognized() {
    Instant now = Instant.parse("2026-12-01T00:00:00Z");
    assertThat(parse("any(weekly:MON; not(weekly:MON))").isForEver(now)).isTrue();
    assertThat(parse("not(dates:2028-02-29)").isForEver(now)).isFalse();
  }

  private static ClosedTimes parse(String text) {
    return ClosedTimes.parse(text, NamedCalendars.NONE);
  }
}
