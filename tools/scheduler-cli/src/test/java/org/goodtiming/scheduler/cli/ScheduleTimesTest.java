package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The times that the command line shows of a schedule, and of a job that is submitted. */
class ScheduleTimesTest {

  @Test
  void they_are_those_of_the_zone_of_its_recurrence() {
    JsonObject schedule =
        Json.createObjectBuilder()
            .add("recurrence", "cron:0 0 6 * * ? zone=Europe/Berlin gap=skip")
            .add("nextPlannedAt", "2026-07-01T04:00:00Z")
            .add("runs", 3)
            .build();
    JsonObject local = ScheduleTimes.local(schedule);
    assertThat(local.getString("nextPlannedAt")).isEqualTo("2026-07-01T06:00:00+02:00");
    assertThat(local).hasSameSizeAs(schedule).containsEntry("runs", schedule.get("runs"));
  }

  @ParameterizedTest
  @CsvSource({"every:PT1H", "cron:0 0 6 * * ? zone=Mars/Olympus"})
  void without_a_known_zone_they_stay(String recurrence) {
    JsonObject schedule =
        Json.createObjectBuilder()
            .add("recurrence", recurrence)
            .add("nextPlannedAt", "2026-07-01T04:00:00Z")
            .build();
    assertThat(ScheduleTimes.local(schedule)).isSameAs(schedule);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          -                                  | -             | accepted | Job q/j is registered, due at 2026-07-01T04:00:00Z
          -                                  | Europe/Berlin | replaced | Job q/j is registered, due at 2026-07-01T06:00:00+02:00
          cron:0 0 6 * * ?                   | Europe/Berlin | accepted | Schedule q/j is registered, its next run is due at 2026-07-01T06:00:00+02:00
          cron:0 0 6 * * ? zone=Europe/Rome  | -             | accepted | Schedule q/j is registered, its next run is due at 2026-07-01T06:00:00+02:00
          every:PT1H                         | -             | accepted | Schedule q/j is registered, its next run is due at 2026-07-01T04:00:00Z
          -                                  | -             | kept     | q/j waits already, and is kept as it is
          """)
  void what_is_submitted_has_its_due_time_told(
      String recurrence, String zone, String status, String sentence) {
    NewJob job = new NewJob();
    job.recurrence = recurrence;
    job.zone = zone;
    JsonObject answer =
        Json.createObjectBuilder()
            .add("status", status)
            .add("dueAt", "2026-07-01T04:00:00Z")
            .build();
    assertThat(job.sentence(answer, "q/j")).isEqualTo(sentence);
  }
}
