package org.goodtiming.scheduler.web;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.Set;
import org.goodtiming.scheduler.operations.WorkerQueueSettings;
import org.jspecify.annotations.Nullable;

/** Reads what an operator wants a worker queue to be. */
final class WorkerQueueJson {

  private static final Set<String> FIELDS = Set.of("tracked", "partition");

  private WorkerQueueJson() {}

  static WorkerQueueSettings settings(JsonObject json) {
    ProblemException.ofAll(
        () -> new JsonFields(json).checkKnown(FIELDS, "only tracked and partition"),
        () -> tracked(json.get("tracked")),
        () -> partition(json.get("partition")));
    return new WorkerQueueSettings(tracked(json.get("tracked")), partition(json.get("partition")));
  }

  private static @Nullable Boolean tracked(@Nullable JsonValue value) {
    if (value == null) {
      return null;
    }
    return switch (value.getValueType()) {
      case TRUE -> true;
      case FALSE -> false;
      default -> throw Problem.BAD_FIELD.with("tracked", value, "true or false");
    };
  }

  private static @Nullable String partition(@Nullable JsonValue value) {
    if (value == null) {
      return null;
    }
    if (value instanceof JsonString text && WorkerQueueSettings.isPartition(text.getString())) {
      return text.getString();
    }
    throw Problem.BAD_FIELD.with(
        "partition",
        value,
        "up to 100 letters, digits, dots, hyphens and underscores, the first a letter or digit");
  }
}
