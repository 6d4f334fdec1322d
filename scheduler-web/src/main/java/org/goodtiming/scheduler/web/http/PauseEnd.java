package org.goodtiming.scheduler.web.http;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.InputStream;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Field {@code until} of a request that pauses something: null if only a resume ends it. */
public final class PauseEnd {

  public static final String FIELD = "until";

  private PauseEnd() {}

  /** Reads the end of a pause from a request that has no other field. */
  public static @Nullable Instant of(InputStream body) {
    JsonFields json = new JsonFields(RequestBody.optionalObject(body));
    return of(json.checkKnown(Set.of(FIELD), "only until").json());
  }

  public static @Nullable Instant of(JsonObject json) {
    JsonValue value = json.getOrDefault(FIELD, JsonValue.NULL);
    return value == JsonValue.NULL ? null : Moments.of(FIELD, value);
  }

  public static ProblemException hasPassed() {
    return Problem.BAD_FIELD.with(FIELD, "in the past", "a moment in the future");
  }
}
