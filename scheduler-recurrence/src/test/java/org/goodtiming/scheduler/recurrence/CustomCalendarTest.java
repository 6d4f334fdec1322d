package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.api.Test;

class CustomCalendarTest {

  @Test
  void days_of_an_application_are_excluded() {
    Recurrence daily = Recurrence.parse("days:1 except=any(weekly:SUN; custom:trading)");

    assertThat(daily.dueTimes(Instant.parse("2026-11-26T12:00:00Z")).limit(3))
        .extracting(Instant::toString)
        .containsExactly("2026-11-27T00:00:00Z", "2026-12-01T00:00:00Z", "2026-12-03T00:00:00Z");
    assertThat(daily.describe())
        .isEqualTo("Every day, UTC time, except (on Sunday or on days of trading).");
    assertThat(Recurrence.parse(daily.toString())).isEqualTo(daily);
  }

  @Test
  void a_name_that_nobody_provides_is_refused() {
    assertThatThrownBy(() -> Recurrence.parse("days:1 except=custom:lunar"))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessage(
            "calendar 'custom:lunar': no org.goodtiming.scheduler.recurrence.calendar.CustomDays of this name is in the class path");
  }
}
