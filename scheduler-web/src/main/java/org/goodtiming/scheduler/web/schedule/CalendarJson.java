package org.goodtiming.scheduler.web.schedule;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Problem;

/** Reads the times that an operator wants a calendar to exclude. */
public final class CalendarJson {

  private static final String EXCLUDES = "excludes";

  private CalendarJson() {}

  /**
   * @param now a calendar that excludes all times after it is refused
   */
  public static ExclusionCalendar excludes(JsonObject json, Instant now) {
    new JsonFields(json).checkKnown(Set.of(EXCLUDES), "only excludes");
    return calendar(json, now);
  }

  private static ExclusionCalendar calendar(JsonObject json, Instant now) {
    JsonValue value = json.getOrDefault(EXCLUDES, JsonValue.NULL);
    if (!(value instanceof JsonString text)) {
      throw Problem.BAD_FIELD.with(
          EXCLUDES, value, "a calendar like any(weekly:SAT,SUN; holidays:DE)");
    }
    try {
      return checked(ExclusionCalendar.parse(text.getString()), now);
    } catch (RecurrenceSyntaxException e) {
      throw Problem.CALENDAR_UNREADABLE.explained(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Refuses a calendar that excludes all times, as a mistaken not(...) does: its schedules would
   * have no run.
   */
  private static ExclusionCalendar checked(ExclusionCalendar calendar, Instant now) {
    Recurrence soon = Recurrence.delay(Duration.ofSeconds(1)).except(calendar);
    if (soon.next(now).isEmpty()) {
      throw Problem.CALENDAR_UNREADABLE.explained("it excludes all times from now on");
    }
    return calendar;
  }
}
