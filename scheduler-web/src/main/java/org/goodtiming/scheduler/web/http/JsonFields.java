package org.goodtiming.scheduler.web.http;

import static java.util.stream.Collectors.joining;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.goodtiming.scheduler.message.StorableText;
import org.jspecify.annotations.Nullable;

/** Reads the fields of an operator's request; one that is absent is null. */
public record JsonFields(JsonObject json) {

  /** Maximum length of a client's text in a message; the allowed fields are shown whole. */
  private static final int MAX_SHOWN = 100;

  /**
   * Refuses all fields that are not known, which would otherwise be ignored.
   *
   * @param expected the allowed fields, for the text of the refusal
   */
  public JsonFields checkKnown(Set<String> known, String expected) {
    Map<String, JsonValue> unknown = new TreeMap<>(json);
    unknown.keySet().removeAll(known);
    if (!unknown.isEmpty()) {
      throw Problem.BAD_FIELD.explained(
          shown(unknown.keySet().stream()),
          shown(unknown.values().stream().map(JsonValue::toString)),
          expected);
    }
    return this;
  }

  private static String shown(Stream<String> texts) {
    return StorableText.shown(texts.collect(joining(", ")), MAX_SHOWN);
  }

  public @Nullable String text(String name) {
    JsonValue value = json.get(name);
    if (value == null) {
      return null;
    }
    if (value instanceof JsonString text
        && !text.getString().isEmpty()
        && StorableText.isStorable(text.getString())) {
      return text.getString();
    }
    throw Problem.BAD_FIELD.with(name, value, "text without NUL");
  }

  public @Nullable String choice(String name, List<String> choices) {
    String text = text(name);
    if (text != null && !choices.contains(text)) {
      throw Problem.BAD_FIELD.with(name, text, "one of " + String.join(", ", choices));
    }
    return text;
  }

  public @Nullable Instant moment(String name) {
    JsonValue value = json.get(name);
    return value == null ? null : Moments.of(name, value);
  }

  public @Nullable Boolean flag(String name) {
    JsonValue value = json.get(name);
    if (value == null) {
      return null;
    }
    return switch (value.getValueType()) {
      case TRUE -> true;
      case FALSE -> false;
      default -> throw Problem.BAD_FIELD.with(name, value, "true or false");
    };
  }

  /** Returns the value of a mandatory field. */
  public <T> T required(String name, @Nullable T value, String expected) {
    if (value == null) {
      throw Problem.BAD_FIELD.with(name, "absent", expected);
    }
    return value;
  }
}
