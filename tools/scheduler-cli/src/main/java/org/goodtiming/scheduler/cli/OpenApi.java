package org.goodtiming.scheduler.cli;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParser.Event;
import java.io.StringReader;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The description of the API that nodes of this version serve. It is parsed only as far as needed,
 * because parsing all of it would slow short commands.
 */
final class OpenApi {

  private static final String DOCUMENT = TextFile.text("openapi.json");
  private static final Pattern PARAMETER = Pattern.compile("\\{[^}]*}");

  private OpenApi() {}

  static JsonObject schema(String name) {
    return resolved(Json.createObjectBuilder().add("$ref", "#/components/schemas/" + name).build());
  }

  /**
   * The operation.
   *
   * @param template the path with {} in place of names and ids
   * @return null if there is no such operation
   */
  static @Nullable JsonObject operation(String method, String template) {
    return find("paths", "/" + template, method);
  }

  /** The object itself, or the object to which it refers. */
  static JsonObject resolved(JsonValue object) {
    String reference = object.asJsonObject().getString("$ref", "");
    if (reference.isEmpty()) {
      return object.asJsonObject();
    }
    JsonObject found = find(reference.substring("#/".length()).split("/"));
    if (found == null) {
      throw new IllegalStateException(reference);
    }
    return found;
  }

  private static @Nullable JsonObject find(String... path) {
    try (JsonParser parser = Json.createParser(new StringReader(DOCUMENT))) {
      parser.next();
      for (String step : path) {
        if (!enter(parser, step)) {
          return null;
        }
      }
      return parser.getObject();
    }
  }

  /** Goes to the member of the object that the parser has begun. */
  private static boolean enter(JsonParser parser, String member) {
    while (parser.next() == Event.KEY_NAME) {
      boolean found = PARAMETER.matcher(parser.getString()).replaceAll("{}").equals(member);
      Event begin = parser.next();
      if (found) {
        return true;
      }
      if (begin == Event.START_OBJECT) {
        parser.skipObject();
      } else if (begin == Event.START_ARRAY) {
        parser.skipArray();
      }
    }
    return false;
  }
}
