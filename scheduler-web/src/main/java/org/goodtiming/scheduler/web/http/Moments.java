package org.goodtiming.scheduler.web.http;

import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** The moments that jobs can be due at. */
public final class Moments {

  public static final String EXPECTED =
      "a moment in the years 1970 to 9999 with an offset, like 2026-12-01T10:00:00Z";

  private static final Instant BEFORE_LAST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private Moments() {}

  /** Empty if it cannot be read or stored. */
  static Optional<Instant> parse(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant()).filter(Moments::isStorable);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** The value of a field of a request. */
  public static Instant of(String field, JsonValue value) {
    return Optional.of(value)
        .filter(JsonString.class::isInstance)
        .flatMap(text -> parse(((JsonString) text).getString()))
        .orElseThrow(() -> Problem.BAD_FIELD.with(field, value, EXPECTED));
  }

  static boolean isStorable(Instant moment) {
    return !moment.isBefore(Instant.EPOCH) && !moment.isAfter(BEFORE_LAST);
  }
}
