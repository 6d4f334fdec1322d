package org.goodtiming.scheduler.web.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.object;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import java.time.Instant;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalendarJsonTest {

  private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");

  @ParameterizedTest
  @ValueSource(strings = {"weekly:SUN", "dates:2000-01-01", "not(cron:30 0 0 ? * MON)"})
  void a_calendar_is_read(String text) {
    assertThat(read(text).toString()).isEqualTo(ExclusionCalendar.parse(text).toString());
  }

  @Test
  void an_unreadable_calendar_is_refused_with_its_place_and_a_cure() {
    assertThat(refusal(() -> read("weekly:SAT,SO")))
        .startsWith("422 SCHED-0955 the calendar is refused: ")
        .contains("'SO' is not one of MON");
  }

  @Test
  void a_calendar_that_excludes_all_times_is_refused() {
    assertThat(refusal(() -> read("weekly:MON-SUN")))
        .isEqualTo("422 SCHED-0955 the calendar is refused: it excludes all times from now on");
  }

  @Test
  void a_field_of_another_name_is_named() {
    assertThat(refusal(() -> CalendarJson.excludes(object("{\"exclude\": \"weekly:SUN\"}"), NOW)))
        .isEqualTo("422 SCHED-0916 field exclude is \"weekly:SUN\": send only excludes");
  }

  @Test
  void a_calendar_names_no_other() {
    assertThat(refusal(() -> read("calendar:company"))).startsWith("422 SCHED-0955");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"excludes\": null}", "{\"excludes\": 7}"})
  void the_field_must_be_a_text(String json) {
    assertThat(refusal(() -> CalendarJson.excludes(object(json), NOW)))
        .startsWith("422 SCHED-0916 field excludes is ")
        .endsWith(": send a calendar like any(weekly:SAT,SUN; holidays:DE)");
  }

  private static ExclusionCalendar read(String text) {
    return CalendarJson.excludes(object("{\"excludes\": \"" + text + "\"}"), NOW);
  }
}
