package org.goodtiming.scheduler.cli;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A member of two JSON objects that has another value in each, or is in one of them only.
 *
 * @param member its name; dots lead into objects
 */
record Difference(String member, @Nullable JsonValue stored, @Nullable JsonValue file) {

  /** Ordered by member. */
  static List<Difference> between(JsonObject stored, JsonObject file) {
    Map<String, JsonValue> before = flat(stored);
    Map<String, JsonValue> after = flat(file);
    Set<String> members = new TreeSet<>(before.keySet());
    members.addAll(after.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String member : members) {
      JsonValue first = before.get(member);
      JsonValue second = after.get(member);
      if (first == null || !first.equals(second)) {
        differences.add(new Difference(member, first, second));
      }
    }
    return differences;
  }

  private static Map<String, JsonValue> flat(JsonObject json) {
    Map<String, JsonValue> members = new TreeMap<>();
    json.forEach((name, value) -> add(name, value, members));
    return members;
  }

  /** The API takes null as if the member were absent. */
  private static void add(String name, JsonValue value, Map<String, JsonValue> members) {
    if (value instanceof JsonObject object && !object.isEmpty()) {
      object.forEach((inner, each) -> add(name + "." + inner, each, members));
    } else if (value != JsonValue.NULL) {
      members.put(name, value);
    }
  }

  /** The lines in the form of diff: the stored value, then the value of the file. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (stored != null) {
      lines.add("- %s: %s".formatted(Output.plain(member), shown(stored)));
    }
    if (file != null) {
      lines.add("+ %s: %s".formatted(Output.plain(member), shown(file)));
    }
    return lines;
  }

  /** A list as JSON, so that it differs from a text. */
  private static String shown(JsonValue value) {
    return value instanceof JsonArray ? Output.plain(value.toString()) : Output.plain(value);
  }

  JsonObject json() {
    JsonObjectBuilder json = Json.createObjectBuilder().add("member", member);
    json.add("stored", stored == null ? JsonValue.NULL : stored);
    json.add("file", file == null ? JsonValue.NULL : file);
    return json.build();
  }
}
