package org.goodtiming.scheduler.api;

import jakarta.json.JsonException;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.Base64;

/** The result of a tracked run: text, JSON or bytes; at most 1 MiB by default. Immutable. */
public final class ExecutionResult {

  private static final JsonProvider JSON = JsonProvider.provider();

  private final String field;
  private final JsonValue value;

  private ExecutionResult(String field, JsonValue value) {
    this.field = field;
    this.value = value;
  }

  /** Text. */
  public static ExecutionResult text(String text) {
    return new ExecutionResult("result", JSON.createValue(text));
  }

  /**
   * One JSON value.
   *
   * @throws IllegalArgumentException if {@code json} is not one JSON value
   */
  public static ExecutionResult json(String json) {
    try (JsonReader reader = JSON.createReader(new StringReader(json))) {
      return new ExecutionResult("resultJson", reader.readValue());
    } catch (JsonException e) {
      throw new IllegalArgumentException("the result is no JSON value: " + e.getMessage(), e);
    }
  }

  /** Bytes. */
  public static ExecutionResult bytes(byte[] bytes) {
    return new ExecutionResult(
        "resultBase64", JSON.createValue(Base64.getEncoder().encodeToString(bytes)));
  }

  /** The field of the report. */
  String field() {
    return field;
  }

  JsonValue value() {
    return value;
  }
}
