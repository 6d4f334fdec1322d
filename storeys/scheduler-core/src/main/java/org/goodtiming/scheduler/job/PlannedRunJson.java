package org.goodtiming.scheduler.job;

import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReaderFactory;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON of a dispatched run of a schedule, stored for the case that the run is sent again. */
public final class PlannedRunJson {

  private static final JsonBuilderFactory BUILDERS =
      JsonProvider.provider().createBuilderFactory(Map.of());
  private static final JsonReaderFactory READERS =
      JsonProvider.provider().createReaderFactory(Map.of());

  private static final String PLANNED_AT = "plannedAt";
  private static final String NUMBER = "number";
  private static final String PREVIOUS_AT = "previousAt";
  private static final String NEXT_AT = "nextAt";
  private static final String LATE = "late";

  private PlannedRunJson() {}

  /** Times in milliseconds, as in the message to the worker. */
  public static String write(PlannedRun run) {
    JsonObjectBuilder json =
        BUILDERS
            .createObjectBuilder()
            .add(PLANNED_AT, run.plannedAt().toEpochMilli())
            .add(NUMBER, run.number());
    addTime(json, PREVIOUS_AT, run.previousAt());
    addTime(json, NEXT_AT, run.nextAt());
    if (run.late() != null) {
      json.add(LATE, run.late());
    }
    return json.build().toString();
  }

  private static void addTime(JsonObjectBuilder json, String name, @Nullable Instant time) {
    if (time != null) {
      json.add(name, time.toEpochMilli());
    }
  }

  public static PlannedRun read(String text) {
    try (var reader = READERS.createReader(new StringReader(text))) {
      JsonObject json = reader.readObject();
      return new PlannedRun(
          Instant.ofEpochMilli(json.getJsonNumber(PLANNED_AT).longValueExact()),
          json.getInt(NUMBER),
          time(json, PREVIOUS_AT),
          time(json, NEXT_AT),
          null,
          json.getString(LATE, null));
    }
  }

  private static @Nullable Instant time(JsonObject json, String name) {
    return json.containsKey(name)
        ? Instant.ofEpochMilli(json.getJsonNumber(name).longValueExact())
        : null;
  }
}
