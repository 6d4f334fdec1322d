package org.goodtiming.scheduler.operations;

import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.job.Envelope;
import org.jspecify.annotations.Nullable;

/** Hides the values of redacted properties from people. */
record RedactedPayloads(Redaction redaction) {

  private static final JsonProvider JSON = JsonProvider.provider();

  JobPayload of(JobPayload payload) {
    return new JobPayload(
        payload.isText(),
        payload.body(),
        payload.contentType(),
        properties(payload.properties()),
        payload.ofDefinition());
  }

  Envelope of(Envelope envelope) {
    Map<String, Object> own = new HashMap<>(envelope.properties());
    own.replaceAll(redaction::shown);
    return new Envelope(envelope.body(), own, envelope.carried(), envelope.group());
  }

  /** Text that is no object was written by hand; it is hidden as a whole. */
  private @Nullable String properties(@Nullable String json) {
    if (json == null || redaction.tails().isEmpty()) {
      return json;
    }
    try (var reader = JSON.createReader(new StringReader(json))) {
      return redacted(reader.readObject()).toString();
    } catch (RuntimeException e) {
      return "{}";
    }
  }

  private JsonObject redacted(JsonObject properties) {
    JsonObjectBuilder shown = JSON.createObjectBuilder(properties);
    redaction.tails().keySet().stream()
        .filter(properties::containsKey)
        .forEach(
            name -> shown.add(name, redaction.shown(name, text(properties.get(name))).toString()));
    return shown.build();
  }

  private static String text(@Nullable JsonValue value) {
    if (value instanceof JsonString string) {
      return string.getString();
    }
    return value instanceof JsonNumber number ? number.toString() : String.valueOf(value);
  }
}
