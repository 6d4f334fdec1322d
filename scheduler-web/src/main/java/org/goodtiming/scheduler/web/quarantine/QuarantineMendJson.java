package org.goodtiming.scheduler.web.quarantine;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.Base64;
import java.util.Set;
import java.util.function.Supplier;
import org.goodtiming.scheduler.config.operations.QueueName;
import org.goodtiming.scheduler.operations.quarantine.QuarantineMend;
import org.goodtiming.scheduler.operations.quarantine.QuarantineMend.Body;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.Reading;
import org.jspecify.annotations.Nullable;

/** Reads an operator's changes of a quarantined message. */
public final class QuarantineMendJson {

  private static final String FIELDS = "only queue, properties, body or bodyBase64";

  private QuarantineMendJson() {}

  /** Reads at least one change. */
  public static QuarantineMend read(JsonFields json) {
    QuarantineMend mend = readAny(json);
    if (mend.isEmpty()) {
      throw Problem.BAD_FIELD.with("body", "absent", FIELDS);
    }
    return mend;
  }

  /** Reads changes, which may be none. */
  static QuarantineMend readAny(JsonFields json) {
    Reading reading =
        new Reading()
            .check(
                () -> json.checkKnown(Set.of("queue", "properties", "body", "bodyBase64"), FIELDS));
    Supplier<@Nullable String> queue = reading.part(() -> queue(json));
    Supplier<@Nullable JsonObject> properties =
        reading.part(() -> properties(json.json().get("properties")));
    Supplier<@Nullable Body> body = reading.part(() -> body(json));
    reading.end();
    return new QuarantineMend(queue.get(), properties.get(), body.get());
  }

  private static @Nullable String queue(JsonFields json) {
    String queue = json.text("queue");
    if (queue != null && !QueueName.isWorkerQueue(queue)) {
      throw Problem.BAD_QUEUE_NAME.with(queue);
    }
    return queue;
  }

  private static @Nullable JsonObject properties(@Nullable JsonValue value) {
    if (value == null) {
      return null;
    }
    if (!(value instanceof JsonObject object)) {
      throw Problem.BAD_FIELD.with("properties", value, "an object");
    }
    Reading reading = new Reading();
    object.forEach((name, property) -> reading.check(() -> checkProperty(name, property)));
    reading.end();
    return object;
  }

  private static void checkProperty(String name, JsonValue value) {
    switch (value.getValueType()) {
      case STRING, NUMBER, TRUE, FALSE, NULL -> {}
      case OBJECT, ARRAY ->
          throw Problem.BAD_FIELD.with(
              "properties." + name, value, "text, a number, true, false, or null to remove it");
    }
  }

  private static @Nullable Body body(JsonFields json) {
    JsonValue body = json.json().getOrDefault("body", JsonValue.NULL);
    String base64 = json.text("bodyBase64");
    if (body != JsonValue.NULL && base64 != null) {
      throw Problem.BAD_FIELD.with("bodyBase64", base64, "either body or bodyBase64");
    }
    if (base64 != null) {
      return new Body(false, decoded(base64));
    }
    return body == JsonValue.NULL ? null : new Body(true, encoded(body));
  }

  /**
   * Encodes the body as that of a job: a string is the body itself, all else is kept as its JSON.
   */
  private static byte[] encoded(JsonValue body) {
    String text = body instanceof JsonString string ? string.getString() : body.toString();
    if (!UTF_8.newEncoder().canEncode(text)) {
      throw Problem.BAD_FIELD.with("body", body, "text that UTF-8 can express");
    }
    return text.getBytes(UTF_8);
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw Problem.BAD_FIELD.with("bodyBase64", base64, "base64");
    }
  }
}
