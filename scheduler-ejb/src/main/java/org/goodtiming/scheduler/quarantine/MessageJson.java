package org.goodtiming.scheduler.quarantine;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whatever JMS properties, maps and streams hold, as JSON that the database can store. */
final class MessageJson {

  // Kept: each static call of Json looks the provider up anew
  private static final JsonBuilderFactory BUILDERS = Json.createBuilderFactory(Map.of());

  private MessageJson() {}

  static String object(Map<String, ? extends @Nullable Object> values) {
    JsonObjectBuilder json = BUILDERS.createObjectBuilder();
    values.forEach((name, value) -> json.add(StorableText.mended(name), json(value)));
    return json.build().toString();
  }

  static String array(List<? extends @Nullable Object> values) {
    JsonArrayBuilder json = BUILDERS.createArrayBuilder();
    values.forEach(value -> json.add(json(value)));
    return json.build().toString();
  }

  private static JsonValue json(@Nullable Object value) {
    if (value == null) {
      return JsonValue.NULL;
    }
    if (value instanceof Boolean flag) {
      return flag ? JsonValue.TRUE : JsonValue.FALSE;
    }
    if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
      return Json.createValue(new BigDecimal(number.toString()));
    }
    if (value instanceof byte[] bytes) {
      return Json.createValue(Base64.getEncoder().encodeToString(bytes));
    }
    return Json.createValue(StorableText.mended(value.toString()));
  }
}
