package org.goodtiming.scheduler.web.http;

import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.time.Instant;
import java.util.Optional;
import org.goodtiming.scheduler.contract.DueTimes;

/** The moments that jobs can be due at. */
public final class Moments {

  public static final String EXPECTED =
      "a moment in the years 1970 to 9999 with an offset, like 2026-12-01T10:00:00Z";

  private Moments() {}

  /** The value of a field of a request. */
  public static Instant of(String field, JsonValue value) {
    return Optional.of(value)
        .filter(JsonString.class::isInstance)
        .flatMap(text -> DueTimes.parse(((JsonString) text).getString()))
        .orElseThrow(() -> Problem.BAD_FIELD.with(field, value, EXPECTED));
  }
}
