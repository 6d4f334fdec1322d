package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Random requests for the operations of an OpenAPI document: the same seed makes the same ones. */
final class RestFuzz {

  /** The queue whose jobs and settings the requests may change. */
  static final String QUEUE = "test.rest.fuzz";

  /**
   * @param successes the statuses below 400 that the document declares for the method and the path
   */
  record Request(
      String method,
      String path,
      List<String> headers,
      @Nullable String contentType,
      String body,
      Set<Integer> successes) {

    RestClient.Answer sendBy(RestClient rest) {
      List<String> all = new ArrayList<>(headers);
      if (contentType != null) {
        all.addAll(0, List.of("Content-Type", contentType));
      }
      return rest.send(method, path, contentType == null ? null : body, all.toArray(String[]::new));
    }

    @Override
    public String toString() {
      String shown = path + " " + headers + " " + contentType + " " + body;
      return method + " " + shown.substring(0, Math.min(1_000, shown.length()));
    }
  }

  private static final List<String> NASTY =
      List.of(
          "",
          " ",
          ".",
          "..",
          "/",
          "'; DROP TABLE scheduler.job; --",
          "\" OR \"\"=\"",
          "<script>alert(1)</script>",
          "a\r\nX-Injected: 1",
          "\0",
          "%00",
          "%",
          "\ud83d\ude00",
          "\u202e\ufffe",
          "${jndi:ldap://127.0.0.1/x}",
          "#{7*7}",
          "-1",
          "0",
          "1e400",
          "99999999999999999999",
          "NaN",
          "null",
          "true",
          "2026-13-45T25:61:61Z",
          "-292275055-05-16T16:47:04Z",
          "PT1S",
          "P999999999D",
          "00000000-0000-0000-0000-000000000000",
          "x".repeat(251),
          "y".repeat(3_000));

  private static final JsonObject NOT_DESCRIBED =
      Json.createObjectBuilder().add("responses", JsonValue.EMPTY_JSON_OBJECT).build();

  private static final String DEEP = "[".repeat(20_000) + "]".repeat(20_000);

  private final Random random;
  private final JsonObject paths;
  private final JsonObject schemas;
  private final List<Operation> operations = new ArrayList<>();

  private record Operation(String method, String path, JsonObject description) {}

  RestFuzz(long seed, JsonObject document) {
    random = new Random(seed);
    schemas = document.getJsonObject("components").getJsonObject("schemas");
    paths = document.getJsonObject("paths");
    paths.forEach(
        (path, methods) ->
            methods
                .asJsonObject()
                .forEach(
                    (method, description) ->
                        operations.add(
                            new Operation(
                                method.toUpperCase(), path, description.asJsonObject()))));
  }

  Request next() {
    Operation operation = operations.get(random.nextInt(operations.size()));
    String path = operation.path();
    List<String> query = new ArrayList<>();
    List<String> headers = new ArrayList<>();
    JsonArray parameters =
        operation
            .description()
            .getOrDefault("parameters", JsonValue.EMPTY_JSON_ARRAY)
            .asJsonArray();
    for (JsonObject parameter : parameters.getValuesAs(JsonObject.class)) {
      String name = parameter.getString("name");
      switch (parameter.getString("in")) {
        case "path" -> path = path.replace("{" + name + "}", encoded(pathValue(name)));
        case "query" -> addOften(query, name, parameter);
        default -> {
          // With If-Match most changes would end as 412
          if (random.nextInt(4) == 0) {
            headers.addAll(List.of(name, headerValue()));
          }
        }
      }
    }
    if (rarely()) {
      query.add("unknown=" + encoded(nasty()));
    }
    String method =
        rarely() ? pick(List.of("PATCH", "PUT", "POST", "DELETE", "OPTIONS")) : operation.method();
    String full = path + (query.isEmpty() ? "" : "?" + String.join("&", query));
    Content content = content(headers, operation.description().getJsonObject("requestBody"));
    return new Request(
        method, full, headers, content.type(), content.body(), successes(operation.path(), method));
  }

  /** Empty if the path has no such method: a job id with slashes may make it another path. */
  private Set<Integer> successes(String path, String method) {
    return paths
        .getJsonObject(path)
        .getOrDefault(method.toLowerCase(), NOT_DESCRIBED)
        .asJsonObject()
        .getJsonObject("responses")
        .keySet()
        .stream()
        .filter(status -> status.matches("[23]\\d\\d"))
        .map(Integer::valueOf)
        .collect(Collectors.toSet());
  }

  private record Content(@Nullable String type, String body) {}

  private Content content(List<String> headers, @Nullable JsonObject requestBody) {
    if (rarely()) {
      headers.addAll(List.of("Accept", pick(List.of("text/html", "*/*", "x/y", "nonsense"))));
    }
    if (requestBody == null && !rarely()) {
      return new Content(null, "");
    }
    String type =
        rarely()
            ? pick(
                List.of("text/plain", "application/xml", "nonsense", "application/json;charset=x"))
            : "application/json";
    return new Content(type, body(requestBody));
  }

  private void addOften(List<String> query, String name, JsonObject parameter) {
    if (random.nextInt(3) == 0) {
      JsonObject schema = parameter.getJsonObject("schema");
      query.add(name + "=" + encoded(random.nextBoolean() ? nasty() : text(value(schema, 0))));
    }
  }

  private String body(@Nullable JsonObject requestBody) {
    if (requestBody == null || rarely()) {
      return switch (random.nextInt(6)) {
        case 0 -> "";
        case 1 -> DEEP;
        case 2 -> "{\"body\":" + DEEP + ",\"queue\":\"" + QUEUE + "\",\"delay\":\"P1D\"}";
        case 3 -> nasty();
        case 4 -> "{\"a\":1,\"a\":2}";
        default -> "{\"queue\":";
      };
    }
    JsonObject schema =
        requestBody
            .getJsonObject("content")
            .getJsonObject("application/json")
            .getJsonObject("schema");
    return value(schema, 0).toString();
  }

  private JsonValue value(JsonObject schema, int depth) {
    if (schema.containsKey("$ref")) {
      String name = schema.getString("$ref").replaceFirst(".*/", "");
      return value(schemas.getJsonObject(name), depth);
    }
    if (rarely()) {
      return wrongType();
    }
    if (schema.containsKey("enum")) {
      JsonArray values = schema.getJsonArray("enum");
      return values.get(random.nextInt(values.size()));
    }
    JsonValue type = schema.getOrDefault("type", Json.createValue("string"));
    return switch (type.toString().replace("\"", "")) {
      case "object" -> object(schema, depth);
      case "array" -> JsonValue.EMPTY_JSON_ARRAY;
      case "integer" -> Json.createValue(random.nextInt(1_200) - 100);
      case "boolean" -> random.nextBoolean() ? JsonValue.TRUE : JsonValue.FALSE;
      default -> Json.createValue(string(schema.getString("format", "")));
    };
  }

  private JsonValue object(JsonObject schema, int depth) {
    var json = Json.createObjectBuilder();
    JsonObject properties =
        schema.getOrDefault("properties", JsonValue.EMPTY_JSON_OBJECT).asJsonObject();
    for (Map.Entry<String, JsonValue> property : properties.entrySet()) {
      if (random.nextInt(4) == 0) {
        json.add(property.getKey(), value(property.getValue().asJsonObject(), depth + 1));
      }
    }
    if (properties.containsKey("queue") && !rarely()) {
      json.add("queue", QUEUE);
    }
    if (properties.containsKey("dueAt") && random.nextInt(3) > 0) {
      json.add("dueAt", "2100-01-01T00:00:00Z");
    }
    if (rarely()) {
      json.add(random.nextBoolean() ? "unknown" : nasty(), wrongType());
    }
    return json.build();
  }

  private String string(String format) {
    if (random.nextInt(3) == 0) {
      return nasty();
    }
    return switch (format) {
      case "date-time" -> "21%02d-01-01T00:00:00Z".formatted(random.nextInt(100));
      case "duration" -> "PT" + random.nextInt(100_000) + "H";
      case "uuid" -> new UUID(random.nextLong(), random.nextLong()).toString();
      default -> "job-" + random.nextInt(50);
    };
  }

  private JsonValue wrongType() {
    return switch (random.nextInt(7)) {
      case 0 -> JsonValue.NULL;
      case 1 -> JsonValue.TRUE;
      case 2 -> Json.createValue(new BigDecimal("1e400"));
      case 3 -> Json.createValue(-0.5);
      case 4 -> Json.createArrayBuilder().add(Json.createArrayBuilder().add(nasty())).build();
      case 5 -> Json.createObjectBuilder().add(nasty(), nasty()).build();
      default -> Json.createValue(nasty());
    };
  }

  /** What exists is only touched where it is the fuzzer's own. */
  private String pathValue(String name) {
    if (random.nextInt(4) == 0) {
      return nasty();
    }
    return switch (name) {
      case "queue", "name" -> QUEUE;
      case "partition" -> "default";
      case "id" -> Integer.toString(random.nextInt(100));
      case "fireId" -> string("uuid");
      default -> string("");
    };
  }

  /** The client sends no line breaks in headers. */
  private String headerValue() {
    return random.nextBoolean() ? "\"" + random.nextInt() + "\"" : nasty().replaceAll("[^ -~]", "");
  }

  private static String text(JsonValue value) {
    String text = value.toString();
    return text.startsWith("\"") ? text.substring(1, text.length() - 1) : text;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  private String nasty() {
    return pick(NASTY);
  }

  private boolean rarely() {
    return random.nextInt(12) == 0;
  }

  private <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
