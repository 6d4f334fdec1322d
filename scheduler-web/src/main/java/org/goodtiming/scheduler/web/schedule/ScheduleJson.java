package org.goodtiming.scheduler.web.schedule;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.schedule.ScheduleRegistration;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.goodtiming.scheduler.web.http.Cursor;
import org.goodtiming.scheduler.web.http.RowJson;

/** Schedules as JSON, with their recurrence in words. */
final class ScheduleJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  private ScheduleJson() {}

  /**
   * @param found one more than the page has, if another page follows
   */
  static String page(List<Row> found, int size, NamedCalendars calendars) {
    List<Row> page = found.subList(0, Math.min(size, found.size()));
    NamedCalendars once = readOnce(calendars);
    JsonArrayBuilder schedules = JSON.createArrayBuilder();
    page.forEach(row -> schedules.add(of(row, once)));
    JsonObjectBuilder json = JSON.createObjectBuilder().add("schedules", schedules);
    if (found.size() > size) {
      Row last = page.get(size - 1);
      json.add("next", Cursor.write(last.text("queue"), last.text("jobId")));
    }
    return json.build().toString();
  }

  static JsonObjectBuilder of(Row row, NamedCalendars calendars) {
    JsonObjectBuilder json = RowJson.of(row);
    meaning(row.text("recurrence"), calendars).ifPresent(words -> json.add("meaning", words));
    return json;
  }

  /** The body of a PUT that registers the same schedule again. */
  static JsonObjectBuilder of(ScheduleRegistration registration) {
    JsonObjectBuilder json = RowJson.of(registration.fields());
    if (registration.hasBody()) {
      EnvelopeJson.add(json, registration.envelope());
    } else {
      EnvelopeJson.addProperties(json, registration.envelope());
    }
    return json;
  }

  /** Empty if the recurrence can no longer be read. */
  private static Optional<String> meaning(String recurrence, NamedCalendars calendars) {
    try {
      return Optional.of(Recurrence.parse(recurrence, calendars).describe());
    } catch (RecurrenceSyntaxException e) {
      return Optional.empty();
    }
  }

  private static NamedCalendars readOnce(NamedCalendars calendars) {
    Map<String, Optional<ExclusionCalendar>> read = new HashMap<>();
    return name -> read.computeIfAbsent(name, calendars::find);
  }
}
