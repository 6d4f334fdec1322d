package org.goodtiming.scheduler.operations.job;

import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.config.Redaction;
import org.goodtiming.scheduler.encryption.Content;
import org.goodtiming.scheduler.encryption.aes.PayloadCipher;
import org.goodtiming.scheduler.job.Envelope;
import org.goodtiming.scheduler.job.EnvelopeCipher;
import org.jspecify.annotations.Nullable;

/** Decrypts jobs for people, and hides the values of redacted properties from them. */
public record RedactedPayloads(Redaction redaction, PayloadCipher cipher) {

  private static final JsonProvider JSON = JsonProvider.provider();

  /**
   * @param queue of the row; null if it names none
   */
  public JobPayload of(@Nullable String queue, JobPayload stored) {
    return of(queue == null ? stored : decrypted(queue, stored));
  }

  /**
   * Decrypts the payload; without the key, or for a row written by hand, people see the stored
   * text.
   */
  private JobPayload decrypted(String queue, JobPayload stored) {
    Content content = new Content(stored.properties(), stored.body());
    if (!content.isEncrypted()) {
      return stored;
    }
    try {
      return stored.with(stored.isText(), cipher.decrypted(queue, content));
    } catch (IllegalArgumentException e) {
      return stored.with(false, content);
    }
  }

  /** Empty if it cannot be decrypted. */
  public Optional<Envelope> of(String queue, Envelope stored) {
    try {
      return Optional.of(of(new EnvelopeCipher(cipher).decrypted(queue, stored)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private JobPayload of(JobPayload payload) {
    return new JobPayload(
        payload.isText(),
        payload.body(),
        payload.contentType(),
        properties(payload.properties()),
        payload.ofDefinition());
  }

  /** Redacts the envelope of a row that is never encrypted. */
  public Envelope of(Envelope envelope) {
    Map<String, Object> own = new HashMap<>(envelope.properties());
    own.replaceAll(redaction::shown);
    return envelope.with(envelope.body(), own);
  }

  /**
   * Redacts the properties; hides text that is no object, which was written by hand, as a whole.
   */
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
