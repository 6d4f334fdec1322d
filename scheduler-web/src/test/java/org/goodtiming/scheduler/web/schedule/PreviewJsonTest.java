package org.goodtiming.scheduler.web.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.object;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import jakarta.json.JsonObject;
import java.time.Instant;
import java.util.Optional;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreviewJsonTest {

  private static final Instant AFTER = Instant.parse("2026-12-23T12:00:00Z");

  @Test
  void a_preview_shows_due_times_and_why_others_are_omitted() {
    JsonObject preview =
        object(
            PreviewJson.of(
                Recurrence.parse("cron:0 0 6 ? * MON-FRI zone=Europe/Berlin except=holidays:DE-BE"),
                AFTER,
                2));

    assertThat(preview.getString("recurrence")).startsWith("cron:0 0 6 ? * MON-FRI");
    assertThat(preview.getString("meaning")).contains("Europe/Berlin");
    assertThat(preview.getJsonArray("occurrences").getValuesAs(JsonObject.class))
        .extracting(each -> each.getString("dueAt", each.getString("omittedAt", "none")))
        .containsExactly("2026-12-24T05:00:00Z", "2026-12-25T05:00:00Z", "2026-12-28T05:00:00Z");
    assertThat(preview.getString("zone")).isEqualTo("Europe/Berlin");
    assertThat(preview.getJsonArray("occurrences").getValuesAs(JsonObject.class))
        .extracting(each -> each.getString("localAt"))
        .first()
        .isEqualTo("2026-12-24T06:00:00+01:00");
    assertThat(preview.getJsonArray("occurrences").getJsonObject(1).getString("reason"))
        .startsWith("excluded by holidays:DE-BE");
  }

  @Test
  void a_due_time_that_was_shifted_says_why() {
    String preview =
        PreviewJson.of(
            Recurrence.parse("cron:0 30 2 29 3 ? zone=Europe/Berlin"),
            Instant.parse("2026-01-01T00:00:00Z"),
            1);

    JsonObject due = object(preview).getJsonArray("occurrences").getJsonObject(0);
    assertThat(due.getString("dueAt")).isEqualTo("2026-03-29T01:00:00Z");
    assertThat(due.getString("reason")).isNotBlank();
  }

  @Test
  void a_preview_reads_calendars_by_their_names() {
    NamedCalendars company = name -> Optional.of(ExclusionCalendar.parse("weekly:SUN"));

    assertThat(
            PreviewJson.of(
                PreviewJson.parse("days:1 except=calendar:company", company),
                Instant.parse("2026-12-05T12:00:00Z"),
                1))
        .contains("excluded by calendar:company", "2026-12-07T00:00:00Z");
  }

  @Test
  void an_unreadable_recurrence_is_refused_with_its_place() {
    assertThat(refusal(() -> PreviewJson.parse("cron:0 0 6 32 * ?", NamedCalendars.NONE)))
        .startsWith("422 SCHED-0132 the recurrence cannot be read: ")
        .contains("field 4");
    assertThat(
            refusal(
                () -> PreviewJson.parse("days:1 except=calendar:nobody-s", NamedCalendars.NONE)))
        .contains("no calendar of this name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101", "x", "", "-1", "1e1"})
  void a_preview_has_up_to_a_hundred_runs(String runs) {
    assertThat(PreviewJson.runs("100")).isEqualTo(100);
    assertThat(PreviewJson.runs("1")).isEqualTo(1);
    assertThat(refusal(() -> PreviewJson.runs(runs)))
        .isEqualTo("400 SCHED-0904 parameter runs is '" + runs + "': send a number from 1 to 100");
  }
}
