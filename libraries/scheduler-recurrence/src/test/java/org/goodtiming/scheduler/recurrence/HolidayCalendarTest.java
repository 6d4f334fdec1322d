package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.focus_shift.jollyday.core.HolidayManager;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.recurrence.calendar.HolidayCalendar;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.api.Test;

class HolidayCalendarTest {

  @Test
  void Berlin_has_these_public_holidays() {
    HolidayCalendar berlin = new HolidayCalendar("DE-BE");

    Set<String> days =
        LocalDate.of(2027, 1, 1)
            .datesUntil(LocalDate.of(2028, 1, 1))
            .filter(berlin::excludes)
            .map(day -> day.toString().substring("2027-".length()))
            .collect(Collectors.toSet());
    assertThat(days)
        .containsExactlyInAnyOrder(
            "01-01", "03-08", "03-26", "03-29", "05-01", "05-06", "05-17", "10-03", "12-25",
            "12-26");
  }

  @Test
  void a_recurrence_skips_holidays() {
    Recurrence report =
        Recurrence.cron("0 0 6 ? * MON-FRI").zone("Europe/Berlin").skippingHolidaysOf("DE-BE");

    assertThat(report)
        .hasToString("cron:0 0 6 ? * MON-FRI zone=Europe/Berlin except=holidays:DE-BE");
    assertThat(report.next(Instant.parse("2027-03-25T12:00:00Z")))
        .contains(Instant.parse("2027-03-30T04:00:00Z"));
  }

  @Test
  void holidays_add_to_another_calendar() {
    assertThat(Recurrence.parse("days:1 except=weekly:SUN").skippingHolidaysOf("de"))
        .hasToString("days:1 except=any(weekly:SUN; holidays:DE)");
  }

  @Test
  void an_unknown_country_or_region_is_refused() {
    assertThatThrownBy(() -> Recurrence.parse("days:1 except=holidays:XX"))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessage("holidays 'XX': write a country such as DE, or a region such as DE-BE");
    assertThatThrownBy(() -> Recurrence.parse("days:1 except=holidays:DE-XX"))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessageStartingWith("holidays 'DE-XX': regions of the country are [bb, be,");
  }

  @Test
  void every_country_answers_for_the_first_and_the_last_year() {
    for (String country : HolidayManager.getSupportedCalendarCodes()) {
      if (country.length() == 2) {
        HolidayCalendar holidays = new HolidayCalendar(country);
        holidays.excludes(LocalDate.of(1970, 1, 1));
        holidays.excludes(LocalDate.of(2099, 12, 31));
        assertThat(holidays.excludes(LocalDate.of(9998, 1, 1))).isFalse();
      }
    }
  }
}
