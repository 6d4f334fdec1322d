package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import org.goodtiming.scheduler.recurrence.calendar.BusinessTime;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The office in Berlin is open from 08:00 to 18:00, which is 07:00 to 17:00 UTC in winter. */
class BusinessTimeTest {
  private final BusinessTime office =
      office("any(weekly:SAT,SUN; dates:2026-12-24,2026-12-25; not(daily:08:00-18:00))");

  @Test
  void working_time_stops_over_night() {
    assertThat(office.plus(Duration.ofMinutes(90), Instant.parse("2026-12-01T16:30:00Z")))
        .isEqualTo("2026-12-02T08:00:00Z");
  }

  @Test
  void working_time_begins_when_the_office_opens() {
    assertThat(office.plus(Duration.ofMinutes(90), Instant.parse("2026-12-01T03:00:00Z")))
        .isEqualTo("2026-12-01T08:30:00Z");
  }

  @Test
  void working_time_stops_over_weekend_and_holidays() {
    assertThat(office.plus(Duration.ofHours(2), Instant.parse("2026-12-23T16:00:00Z")))
        .isEqualTo("2026-12-28T08:00:00Z");
  }

  @Test
  void working_time_may_end_when_the_office_closes() {
    assertThat(office.plus(Duration.ofHours(1), Instant.parse("2026-12-01T16:00:00Z")))
        .isEqualTo("2026-12-01T17:00:00Z");
  }

  @Test
  void working_days_leave_out_weekend_and_holidays() {
    assertThat(office.plusDays(3, Instant.parse("2026-12-22T09:15:00Z")))
        .isEqualTo("2026-12-29T09:15:00Z");
  }

  @Test
  void a_working_day_after_closing_time_is_due_when_the_office_opens() {
    assertThat(office.plusDays(1, Instant.parse("2026-12-01T20:00:00Z")))
        .isEqualTo("2026-12-03T07:00:00Z");
  }

  @Test
  void working_time_is_elapsed_time_in_the_night_when_clocks_go_back() {
    BusinessTime nights = office("not(daily:01:00-04:00)");

    assertThat(nights.plus(Duration.ofHours(4), Instant.parse("2026-10-24T23:00:00Z")))
        .isEqualTo("2026-10-25T03:00:00Z");
  }

  @ParameterizedTest
  @CsvSource({
    "not(daily:02:30-03:30), America/New_York, 60, 2026-03-07T03:18-05:00, 2026-03-09T02:48-04:00",
    "daily:02:15-02:45, Europe/Amsterdam, 480, 2026-10-24T21:52+02:00, 2026-10-25T05:52+01:00",
  })
  void clocks_may_skip_or_repeat_the_time_at_which_the_office_opens(
      String closed, ZoneId zone, long minutes, OffsetDateTime from, OffsetDateTime due) {
    BusinessTime time = new BusinessTime(ExclusionCalendar.parse(closed), zone);

    assertThat(time.plus(Duration.ofMinutes(minutes), from.toInstant())).isEqualTo(due.toInstant());
  }

  @Test
  void an_office_that_never_opens_is_refused() {
    assertThatThrownBy(() -> office("weekly:MON-SUN").plus(Duration.ofHours(1), Instant.EPOCH))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessage(
            "calendar 'weekly:MON,TUE,WED,THU,FRI,SAT,SUN': leaves too little working time");
  }

  @Test
  void negative_working_time_is_refused() {
    assertThatThrownBy(() -> office.plusDays(-3, Instant.EPOCH))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessage("working days '-3': must not be negative");
    assertThatThrownBy(() -> office.plus(Duration.ofHours(-1), Instant.EPOCH))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessage("working time 'PT-1H': must not be negative");
  }

  private static BusinessTime office(String closed) {
    return new BusinessTime(ExclusionCalendar.parse(closed), ZoneId.of("Europe/Berlin"));
  }
}
