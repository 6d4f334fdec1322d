package org.goodtiming.scheduler.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.junit.jupiter.api.Test;

class NamedCalendarTest {

  private static final Instant FRIDAY = Instant.parse("2026-11-20T12:00:00Z");

  private final Map<String, ExclusionCalendar> known =
      Map.of(
          "weekend", ExclusionCalendar.parse("weekly:SAT,SUN"),
          "bridge-days", ExclusionCalendar.parse("dates:2026-11-23"));
  private final NamedCalendars calendars = name -> Optional.ofNullable(known.get(name));

  @Test
  void a_named_calendar_excludes_its_times_and_stays_a_name_in_the_text() {
    String text = "cron:0 0 6 ? * * except=any(calendar:weekend; not(not(calendar:bridge-days)))";
    Recurrence recurrence = Recurrence.parse(text, calendars);
    assertThat(recurrence.next(FRIDAY)).contains(Instant.parse("2026-11-24T06:00:00Z"));
    assertThat(recurrence).hasToString(text);
    assertThat(Recurrence.parse(recurrence.toString(), calendars)).isEqualTo(recurrence);
    assertThat(recurrence.namedCalendars())
        .extracting(NamedCalendar::name)
        .containsExactlyInAnyOrder("weekend", "bridge-days");
  }

  @Test
  void an_omission_names_the_calendar() {
    Recurrence recurrence = Recurrence.parse("days:1 except=calendar:weekend", calendars);
    assertThat(recurrence.explain(FRIDAY, 1).get(0).toString())
        .contains("excluded by calendar:weekend");
    assertThat(recurrence.describe()).endsWith("except times of calendar weekend.");
  }

  @Test
  void a_calendar_is_added_to_the_one_of_the_text() {
    Recurrence recurrence =
        Recurrence.parse("days:1 except=dates:2026-11-23", calendars)
            .alsoExcept(ExclusionCalendar.parse("calendar:weekend", calendars));
    assertThat(recurrence).hasToString("days:1 except=any(dates:2026-11-23; calendar:weekend)");
  }

  @Test
  void a_calendar_has_a_plain_name() {
    assertThatThrownBy(() -> new NamedCalendar("two words", ExclusionCalendar.parse("weekly:SUN")))
        .isInstanceOf(RecurrenceSyntaxException.class)
        .hasMessageStartingWith("calendar 'calendar:two words': a name has up to 100 letters");
  }
}
