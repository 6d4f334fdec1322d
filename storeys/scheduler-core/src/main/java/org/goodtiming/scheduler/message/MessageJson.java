package org.goodtiming.scheduler.message;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.message.ReceivedMessage.Inexact;
import org.jspecify.annotations.Nullable;

/** JMS properties, maps and streams as JSON that the database can store. */
public final class MessageJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  // Marks values that may differ from the sent values, so that a resubmission does not make them
  // plain text
  private static final String INEXACT_TYPE = "type";
  private static final String INEXACT_TEXT = "text";

  private MessageJson() {}

  public static String object(Map<String, ? extends @Nullable Object> values) {
    JsonObjectBuilder json = JSON.createObjectBuilder();
    values.forEach((name, value) -> json.add(StorableText.mended(name), json(value)));
    return json.build().toString();
  }

  public static String array(List<? extends @Nullable Object> values) {
    JsonArrayBuilder json = JSON.createArrayBuilder();
    values.forEach(value -> json.add(json(value)));
    return json.build().toString();
  }

  /**
   * Properties as {@link #object} or an operator has written them.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  public static Map<String, Object> read(String json) {
    Map<String, Object> values = new LinkedHashMap<>();
    try (JsonReader reader = JSON.createReader(new StringReader(json))) {
      reader.readObject().forEach((name, value) -> put(values, name, value));
    } catch (RuntimeException e) {
      // Parsson has a type of its own for wrong JSON, but not for deep nesting and long numbers
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    return values;
  }

  /** Null is the same as an absent property. */
  private static void put(Map<String, Object> values, String name, JsonValue json) {
    switch (json.getValueType()) {
      case STRING -> values.put(name, ((JsonString) json).getString());
      case NUMBER -> values.put(name, number((JsonNumber) json));
      case TRUE -> values.put(name, true);
      case FALSE -> values.put(name, false);
      case NULL -> {}
      case OBJECT -> values.put(name, inexact(name, json.asJsonObject()));
      case ARRAY -> throw new IllegalArgumentException("property '%s' is an array".formatted(name));
    }
  }

  /** Reads a number; only floating-point numbers are written with a fraction or an exponent. */
  private static Object number(JsonNumber number) {
    return number.toString().chars().anyMatch(c -> c == '.' || c == 'E' || c == 'e')
        ? (Object) number.doubleValue()
        : (Object) number.longValueExact();
  }

  private static Inexact inexact(String name, JsonObject json) {
    String type = json.getString(INEXACT_TYPE, null);
    String text = json.getString(INEXACT_TEXT, null);
    if (type == null || text == null) {
      throw new IllegalArgumentException(
          "property '%s' is an object without type and text".formatted(name));
    }
    return new Inexact(type, text);
  }

  private static JsonValue json(@Nullable Object value) {
    if (value == null) {
      return JsonValue.NULL;
    }
    if (value instanceof Boolean flag) {
      return flag ? JsonValue.TRUE : JsonValue.FALSE;
    }
    if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
      return JSON.createValue(new BigDecimal(number.toString()));
    }
    if (value instanceof byte[] bytes) {
      return JSON.createValue(Base64.getEncoder().encodeToString(bytes));
    }
    if (value instanceof Number number) {
      return inexact(number.getClass().getSimpleName(), number.toString());
    }
    if (value instanceof Inexact inexact) {
      return inexact(inexact.type(), inexact.text());
    }
    return JSON.createValue(StorableText.mended(value.toString()));
  }

  private static JsonValue inexact(String type, String text) {
    return JSON.createObjectBuilder()
        .add(INEXACT_TYPE, type)
        .add(INEXACT_TEXT, StorableText.mended(text))
        .build();
  }
}
