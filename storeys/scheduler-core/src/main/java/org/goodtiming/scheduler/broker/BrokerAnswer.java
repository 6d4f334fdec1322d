package org.goodtiming.scheduler.broker;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An answer of Artemis' management address: a JSON array with one value. */
public record BrokerAnswer(String json) {

  private static final JsonReaderFactory READERS =
      JsonProvider.provider().createReaderFactory(Map.of());

  public long number() {
    return ((JsonNumber) value()).longValue();
  }

  /** The answer without conversion. */
  public JsonValue value() {
    return values().get(0);
  }

  /** Empty if the value is null. */
  Optional<Instant> moment() {
    return value() instanceof JsonNumber millis
        ? Optional.of(Instant.ofEpochMilli(millis.longValue()))
        : Optional.empty();
  }

  public boolean flag() {
    return values().getBoolean(0);
  }

  /**
   * The elements of a list. The broker sends a list as JSON text, and an empty list perhaps as an
   * empty text.
   */
  public List<JsonObject> objects() {
    String list = values().getString(0);
    return list.isEmpty() ? List.of() : array(list).getValuesAs(JsonObject.class);
  }

  /** An object comes as a text that is JSON itself. */
  public JsonObject object() {
    try (JsonReader reader = READERS.createReader(new StringReader(values().getString(0)))) {
      return reader.readObject();
    }
  }

  /** The entries of an answer that is a page of a list. */
  List<JsonObject> page() {
    return object().getJsonArray("data").getValuesAs(JsonObject.class);
  }

  private JsonArray values() {
    return array(json);
  }

  private static JsonArray array(String json) {
    try (JsonReader reader = READERS.createReader(new StringReader(json))) {
      return reader.readArray();
    }
  }
}
