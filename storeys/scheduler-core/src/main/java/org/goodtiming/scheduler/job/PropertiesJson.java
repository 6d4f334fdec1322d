package org.goodtiming.scheduler.job;

import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.goodtiming.scheduler.job.JobProperty.Use;
import org.jspecify.annotations.Nullable;

/** The properties of a job without a separate column, as stored in its row. */
public final class PropertiesJson {

  private static final JsonBuilderFactory BUILDERS =
      JsonProvider.provider().createBuilderFactory(Map.of());
  private static final JsonReaderFactory READERS =
      JsonProvider.provider().createReaderFactory(Map.of());

  private PropertiesJson() {}

  /** Null if there are none. */
  static @Nullable String write(Map<String, Object> own) {
    return write(own, Map.of());
  }

  /** Null if there are none. */
  static @Nullable String write(Map<String, Object> own, Map<JobProperty, Object> carried) {
    if (own.isEmpty() && carried.isEmpty()) {
      return null;
    }
    JsonObjectBuilder builder = BUILDERS.createObjectBuilder();
    // In one order on all nodes: an update compares the text with that of the waiting job
    new TreeMap<>(own).forEach((name, value) -> add(builder, name, value));
    new TreeMap<>(carried).forEach((property, value) -> add(builder, property.wireName(), value));
    return builder.build().toString();
  }

  /**
   * The properties with some of the contract changed.
   *
   * @param json as written before; null if there are none
   * @param changes empty to remove a property
   * @return null if none is left
   * @throws RuntimeException if the text is not such an object, because the row was written by hand
   */
  public static @Nullable String with(
      @Nullable String json, Map<JobProperty, Optional<String>> changes) {
    Map<String, Object> own = new LinkedHashMap<>();
    Map<JobProperty, Object> carried = new EnumMap<>(JobProperty.class);
    read(json, own, carried);
    changes.forEach(
        (property, value) ->
            value.ifPresentOrElse(
                text -> carried.put(property, text), () -> carried.remove(property)));
    return write(own, carried);
  }

  /**
   * Reads the properties of the contract.
   *
   * @throws RuntimeException if the text is not such an object, because the row was written by hand
   */
  public static Map<JobProperty, Object> carried(@Nullable String json) {
    Map<JobProperty, Object> carried = new EnumMap<>(JobProperty.class);
    read(json, new HashMap<>(), carried);
    return carried;
  }

  /**
   * @param own gets the user's own
   * @param carried gets those of the contract
   * @throws RuntimeException if the text is not such an object, because the row was written by hand
   */
  static void read(
      @Nullable String json, Map<String, Object> own, Map<JobProperty, Object> carried) {
    if (json == null) {
      return;
    }
    try (var reader = READERS.createReader(new StringReader(json))) {
      reader.readObject().forEach((name, value) -> put(name, plain(name, value), own, carried));
    }
  }

  private static void put(
      String name, Object value, Map<String, Object> own, Map<JobProperty, Object> carried) {
    JobProperty property = JobProperty.named(name);
    if (property != null && property.use() == Use.CARRIED) {
      carried.put(property, value);
    } else {
      own.put(name, value);
    }
  }

  private static void add(JsonObjectBuilder json, String name, Object value) {
    if (value instanceof String text) {
      json.add(name, text);
    } else if (value instanceof Long number) {
      json.add(name, number);
    } else if (value instanceof Double number) {
      json.add(name, number);
    } else if (value instanceof Boolean flag) {
      json.add(name, flag);
    } else {
      throw new IllegalArgumentException(
          "property %s is a %s".formatted(name, value.getClass().getName()));
    }
  }

  private static Object plain(String name, JsonValue value) {
    return switch (value.getValueType()) {
      case STRING -> ((JsonString) value).getString();
      case NUMBER -> number((JsonNumber) value);
      case TRUE -> true;
      case FALSE -> false;
      case NULL, OBJECT, ARRAY ->
          throw new IllegalArgumentException(
              "property %s is a JSON %s".formatted(name, value.getValueType()));
    };
  }

  private static Object number(JsonNumber number) {
    // A Double is written with a fraction or an exponent, a Long never.
    String text = number.toString();
    boolean fractional = text.contains(".") || text.contains("E") || text.contains("e");
    return fractional ? (Object) number.doubleValue() : (Object) number.longValueExact();
  }
}
