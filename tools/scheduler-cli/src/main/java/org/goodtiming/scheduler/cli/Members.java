package org.goodtiming.scheduler.cli;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object that is built of those options that were given. */
final class Members {
  private final JsonObjectBuilder json = Json.createObjectBuilder();

  Members with(String name, @Nullable String value) {
    if (value != null) {
      json.add(name, value);
    }
    return this;
  }

  Members with(String name, @Nullable Integer value) {
    if (value != null) {
      json.add(name, value);
    }
    return this;
  }

  Members with(String name, @Nullable Boolean value) {
    if (value != null) {
      json.add(name, value);
    }
    return this;
  }

  Members with(String name, @Nullable JsonValue value) {
    if (value != null) {
      json.add(name, value);
    }
    return this;
  }

  Members with(String name, @Nullable List<String> values) {
    if (values != null) {
      json.add(name, Json.createArrayBuilder(values));
    }
    return this;
  }

  Members with(String name, @Nullable Map<String, String> values) {
    if (values != null) {
      JsonObjectBuilder object = Json.createObjectBuilder();
      values.forEach(object::add);
      json.add(name, object);
    }
    return this;
  }

  JsonObject build() {
    return json.build();
  }

  /**
   * @throws Failure if the text is not JSON
   */
  static JsonValue parse(String text) {
    try (JsonReader reader =
        Json.createReader(new StringReader(Utf8.withoutMark(text, "The JSON")))) {
      return reader.readValue();
    } catch (JsonException e) {
      throw new Failure(ExitStatus.USAGE, "This is not JSON: " + text);
    }
  }
}
