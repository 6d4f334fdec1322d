package org.goodtiming.scheduler.cli;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An answer by which the API says that it has done what it was asked for. */
final class Success {

  private Success() {}

  /**
   * @return the answer's members; none if its body may be anything
   * @throws Failure if no node answers the operation so
   */
  static JsonObject check(Answer answer, Address operation) {
    JsonObject response = response(answer, operation);
    if (!response.containsKey("content")) {
      if (answer.body().isEmpty()) {
        return JsonValue.EMPTY_JSON_OBJECT;
      }
      throw answer.foreign(" and something else than JSON");
    }
    JsonObject content = response.getJsonObject("content").getJsonObject("application/json");
    JsonObject schema =
        OpenApi.resolved(content.getOrDefault("schema", JsonValue.EMPTY_JSON_OBJECT));
    return schema.containsKey("required") ? object(answer, schema) : JsonValue.EMPTY_JSON_OBJECT;
  }

  private static JsonObject response(Answer answer, Address operation) {
    JsonObject described =
        OpenApi.operation(answer.method().toLowerCase(Locale.ROOT), operation.template());
    JsonValue response =
        described == null || answer.status() / 100 != 2
            ? null
            : described.getJsonObject("responses").get(Integer.toString(answer.status()));
    if (response == null) {
      throw answer.foreign("");
    }
    return OpenApi.resolved(response);
  }

  private static JsonObject object(Answer answer, JsonObject schema) {
    JsonObject object = answer.object();
    if (object == null) {
      throw answer.foreign(" and something else than JSON");
    }
    for (JsonString required : schema.getJsonArray("required").getValuesAs(JsonString.class)) {
      String member = required.getString();
      JsonObject property = schema.getJsonObject("properties").getJsonObject(member);
      if (!has(object.get(member), OpenApi.resolved(property))) {
        throw answer.foreign(" and without member " + member);
      }
    }
    return object;
  }

  private static boolean has(@Nullable JsonValue value, JsonObject schema) {
    String type = schema.getString("type");
    return switch (type) {
      case "string" -> value instanceof JsonString;
      case "integer" -> value instanceof JsonNumber;
      case "boolean" -> value == JsonValue.TRUE || value == JsonValue.FALSE;
      case "object" -> value instanceof JsonObject;
      case "array" -> value instanceof JsonArray list && (list.isEmpty() || isItem(list, schema));
      default -> throw new IllegalStateException(type);
    };
  }

  private static boolean isItem(JsonArray list, JsonObject schema) {
    return !OpenApi.resolved(schema.getJsonObject("items")).containsKey("properties")
        || list.stream().allMatch(JsonObject.class::isInstance);
  }
}
