package org.goodtiming.scheduler.cli;

import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An answer by which the API says that it has done what it was asked for: a line of {@code
 * success.txt}, which is made of openapi.json.
 *
 * @param members those that the answer has, as NAME:TYPE; empty if it has no body, {@code *} if its
 *     body may be anything
 */
record Success(List<String> members) {
  private static final String ANYTHING = "*";

  /**
   * @return the answer's members; none if its body may be anything
   * @throws Failure if no node answers the operation so
   */
  static JsonObject check(Answer answer, Address operation) {
    String begin = "%s %s %d".formatted(answer.method(), operation.template(), answer.status());
    return all()
        .map(line -> List.of(line.split(" ")))
        .filter(words -> String.join(" ", words.subList(0, 3)).equals(begin))
        .findFirst()
        .map(words -> new Success(words.subList(3, words.size())))
        .orElseThrow(() -> answer.foreign(""))
        .object(answer);
  }

  static Stream<String> all() {
    return TextFile.lines("success.txt");
  }

  private JsonObject object(Answer answer) {
    if (members.contains(ANYTHING) || (members.isEmpty() && answer.body().isEmpty())) {
      return JsonValue.EMPTY_JSON_OBJECT;
    }
    JsonObject object = answer.object();
    if (object == null || members.isEmpty()) {
      throw answer.foreign(" and something else than JSON");
    }
    for (String member : members) {
      String[] parts = member.split(":");
      if (!has(object.get(parts[0]), parts[1])) {
        throw answer.foreign(" and without member " + parts[0]);
      }
    }
    return object;
  }

  private static boolean has(@Nullable JsonValue value, String type) {
    return switch (type) {
      case "string" -> value instanceof JsonString;
      case "integer" -> value instanceof JsonNumber;
      case "boolean" -> value == JsonValue.TRUE || value == JsonValue.FALSE;
      case "object" -> value instanceof JsonObject;
      case "array" -> value instanceof JsonArray;
      case "objects" ->
          value instanceof JsonArray list && list.stream().allMatch(JsonObject.class::isInstance);
      default -> throw new IllegalStateException(type);
    };
  }
}
