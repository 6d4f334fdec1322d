package org.goodtiming.scheduler.cli;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Shows the times of a schedule in the time zone of its recurrence, with the offset. */
final class ScheduleTimes {
  private static final Pattern ZONE = Pattern.compile("(?:^| )zone=(\\S+)");
  private static final Pattern MOMENT = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

  private ScheduleTimes() {}

  /** The same object if it is no schedule, or its zone is not known. */
  static JsonObject local(JsonObject record) {
    ZoneId zone = zone(record.getString("recurrence", ""));
    if (zone == null) {
      return record;
    }
    JsonObjectBuilder local = Json.createObjectBuilder();
    record.forEach((name, value) -> local.add(name, local(value, zone)));
    return local.build();
  }

  private static JsonValue local(JsonValue value, ZoneId zone) {
    return value instanceof JsonString text && MOMENT.matcher(text.getString()).matches()
        ? Json.createValue(local(text.getString(), zone))
        : value;
  }

  /** With the offset, which tells apart the two times of a clock that is set back. */
  static String local(String moment, @Nullable ZoneId zone) {
    return zone == null
        ? moment
        : DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(Instant.parse(moment).atZone(zone));
  }

  /** Null if the recurrence names none that Java knows. */
  static @Nullable ZoneId zone(String recurrence) {
    Matcher matcher = ZONE.matcher(recurrence);
    return matcher.find() ? named(matcher.group(1)) : null;
  }

  /** Null if Java does not know it. */
  static @Nullable ZoneId named(String zone) {
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
