package org.goodtiming.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportsResourceTest {

  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a weekend, 2026-11-26T12:00:00Z, 2026-11-27T06:00 2026-11-30T06:00 2026-12-01T06:00",
    "Christmas and New Year, 2026-12-24T12:00:00Z, 2026-12-28T06:00 2026-12-29T06:00 2026-12-30T06:00 2026-12-31T06:00 2027-01-04T06:00",
    "a holiday of Berlin only, 2027-03-05T12:00:00Z, 2027-03-09T06:00",
    "Easter and summer time, 2027-03-24T12:00:00Z, 2027-03-25T06:00 2027-03-30T06:00",
    "the end of summer time, 2026-10-23T12:00:00Z, 2026-10-26T06:00",
  })
  void nightly_reports_are_due_at_six_in_Berlin_on_working_days(
      String over, Instant after, String due) {
    List<LocalDateTime> expected =
        List.of(due.split(" ")).stream().map(LocalDateTime::parse).toList();
    assertThat(
            Recurrence.parse(ReportsResource.NIGHTLY)
                .dueTimes(after)
                .limit(expected.size())
                .map(instant -> LocalDateTime.ofInstant(instant, BERLIN)))
        .containsExactlyElementsOf(expected);
  }
}
