package org.goodtiming.scheduler.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.refusal;

import jakarta.json.Json;
import jakarta.json.JsonValue;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MomentsTest {

  @ParameterizedTest
  @CsvSource({
    "2026-12-01T10:00:00Z,      2026-12-01T10:00:00Z",
    "2026-12-01T10:00:00+02:00, 2026-12-01T08:00:00Z",
    "2026-12-01T10:00Z,         2026-12-01T10:00:00Z",
    "20261201T100000+02,        2026-12-01T08:00:00Z",
    "2026-12-01t10:00:00.0000001z, 2026-12-01T10:00:00.000001Z",
    "1970-01-01T00:00:00Z,      1970-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999Z, 9999-12-31T23:59:59.999999Z"
  })
  void a_moment_has_an_offset(String text, Instant moment) {
    assertThat(Moments.of("dueAt", Json.createValue(text))).isEqualTo(moment);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "tomorrow",
        "now",
        "2026-12-01",
        "2026-12-01T10:00:00",
        "2026-13-01T10:00:00Z",
        "1969-12-31T23:59:59Z",
        "1970-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59.9999991Z",
        "+10000-01-01T00:00:00Z"
      })
  void a_text_that_is_no_storable_moment_is_not_read(String text) {
    assertThat(refusal(() -> Moments.of("dueAt", Json.createValue(text))))
        .startsWith("422 SCHED-0916 field dueAt is \"%s\": send a moment".formatted(text));
  }

  @Test
  void a_field_must_be_a_text() {
    assertThat(Moments.of("dueAt", Json.createValue("2100-01-01T00:00:00Z")))
        .isEqualTo("2100-01-01T00:00:00Z");
    assertThat(refusal(() -> Moments.of("dueAt", Json.createValue(7))))
        .isEqualTo(
            "422 SCHED-0916 field dueAt is 7: send a moment in the years 1970 to 9999 with an offset, like"
                + " 2026-12-01T10:00:00Z");
    assertThat(refusal(() -> Moments.of("until", JsonValue.NULL)))
        .startsWith("422 SCHED-0916 field until is null: send a moment");
    assertThat(refusal(() -> Moments.of("until", Json.createValue("later"))))
        .startsWith("422 SCHED-0916 field until is \"later\": send a moment");
  }
}
