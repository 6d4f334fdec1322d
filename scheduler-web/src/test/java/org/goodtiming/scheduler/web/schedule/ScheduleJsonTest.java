package org.goodtiming.scheduler.web.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.goodtiming.scheduler.web.http.Refusals.object;

import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.web.http.Cursor;
import org.junit.jupiter.api.Test;

class ScheduleJsonTest {

  @Test
  void a_page_has_the_cursor_of_its_last_schedule_if_another_page_follows() {
    List<Row> found = Stream.of("a", "b", "c").map(id -> row(id, "every:PT1H")).toList();

    JsonObject page = object(ScheduleJson.page(found, 2, NamedCalendars.NONE));
    assertThat(page.getJsonArray("schedules")).hasSize(2);
    assertThat(Cursor.readKey(page.getString("next"))).isEqualTo(new JobKey("reports", "b"));

    String all = ScheduleJson.page(found, 3, NamedCalendars.NONE);
    assertThat(object(all).getJsonArray("schedules")).hasSize(3);
    assertThat(all).doesNotContain("next");
  }

  @Test
  void a_schedule_has_its_recurrence_in_words() {
    JsonObject json =
        ScheduleJson.of(row("a", "cron:0 0 6 ? * MON-FRI zone=Europe/Berlin"), NamedCalendars.NONE)
            .build();

    assertThat(json.getString("meaning")).contains("06:00", "Europe/Berlin");
    assertThat(json.getString("jobId")).isEqualTo("a");
  }

  @Test
  void a_recurrence_that_cannot_be_read_has_no_meaning() {
    assertThat(
            ScheduleJson.of(row("a", "days:1 except=calendar:gone"), NamedCalendars.NONE).build())
        .containsKey("recurrence")
        .doesNotContainKey("meaning");
  }

  @Test
  void a_calendar_is_read_once_for_a_page() {
    List<String> read = new ArrayList<>();
    NamedCalendars company =
        name -> {
          read.add(name);
          return Optional.of(ExclusionCalendar.parse("weekly:SUN"));
        };
    List<Row> found =
        Stream.of("a", "b").map(id -> row(id, "days:1 except=calendar:company")).toList();

    assertThat(ScheduleJson.page(found, 2, company)).contains("meaning");
    assertThat(read).containsExactly("company");
  }

  private static Row row(String jobId, String recurrence) {
    return new Row(Map.of("queue", "reports", "jobId", jobId, "recurrence", recurrence), null);
  }
}
