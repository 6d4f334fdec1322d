package org.goodtiming.scheduler.job;

import jakarta.json.Json;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The user's properties as they stand in a row. */
final class PropertiesJson {

  // Kept: each static call of Json looks the provider up anew.
  private static final JsonBuilderFactory BUILDERS = Json.createBuilderFactory(Map.of());
  private static final JsonReaderFactory READERS = Json.createReaderFactory(Map.of());

  private PropertiesJson() {}

  static @Nullable String write(Map<String, Object> properties) {
    if (properties.isEmpty()) {
      return null;
    }
    JsonObjectBuilder json = BUILDERS.createObjectBuilder();
    properties.forEach(
        (name, value) -> {
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
        });
    return json.build().toString();
  }

  /**
   * @throws RuntimeException if the text is not such an object: somebody wrote to the row
   */
  static Map<String, Object> read(@Nullable String json) {
    if (json == null) {
      return Map.of();
    }
    Map<String, Object> properties = new HashMap<>();
    try (var reader = READERS.createReader(new StringReader(json))) {
      reader.readObject().forEach((name, value) -> properties.put(name, plain(name, value)));
    }
    return properties;
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
