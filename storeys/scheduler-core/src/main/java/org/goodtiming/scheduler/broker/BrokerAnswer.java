package org.goodtiming.scheduler.broker;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.openmbean.CompositeData;

/** An answer of Artemis' management address: a JSON array with one value. */
record BrokerAnswer(String json) {

  private static final JsonReaderFactory READERS =
      JsonProvider.provider().createReaderFactory(Map.of());

  private static final ObjectInputFilter OPEN_TYPES_ONLY =
      ObjectInputFilter.Config.createFilter(
          "javax.management.openmbean.*;java.lang.*;java.util.*;!*");

  long number() {
    return ((JsonNumber) value()).longValue();
  }

  /** As it is. */
  JsonValue value() {
    return values().get(0);
  }

  /** Empty if the value is null. */
  Optional<Instant> moment() {
    return value() instanceof JsonNumber millis
        ? Optional.of(Instant.ofEpochMilli(millis.longValue()))
        : Optional.empty();
  }

  boolean flag() {
    return values().getBoolean(0);
  }

  /** Lists come as a text that is JSON itself; an empty one may be an empty text. */
  List<JsonObject> objects() {
    String list = values().getString(0);
    return list.isEmpty() ? List.of() : array(list).getValuesAs(JsonObject.class);
  }

  /** An object comes as a text that is JSON itself. */
  JsonObject object() {
    try (JsonReader reader = READERS.createReader(new StringReader(values().getString(0)))) {
      return reader.readObject();
    }
  }

  /** The entries of an answer that is a page of a list. */
  List<JsonObject> page() {
    return object().getJsonArray("data").getValuesAs(JsonObject.class);
  }

  /** Messages come as JMX open types, serialized. */
  List<ManagementMessage> messages() {
    JsonObject messages = values().getJsonObject(0);
    return messages
        .getJsonArray(CompositeData.class.getName())
        .getValuesAs(JsonString.class)
        .stream()
        .map(each -> new ManagementMessage(openType(each.getString())))
        .toList();
  }

  private JsonArray values() {
    return array(json);
  }

  private static JsonArray array(String json) {
    try (JsonReader reader = READERS.createReader(new StringReader(json))) {
      return reader.readArray();
    }
  }

  // The MIME decoder: Artemis breaks the lines
  private static CompositeData openType(String base64) {
    byte[] serialized = Base64.getMimeDecoder().decode(base64);
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(serialized))) {
      in.setObjectInputFilter(OPEN_TYPES_ONLY);
      return (CompositeData) in.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
