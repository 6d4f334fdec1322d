package org.goodtiming.scheduler.web.queue;

import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.Set;
import org.goodtiming.scheduler.operations.queue.WorkerQueueSettings;
import org.goodtiming.scheduler.operations.queue.WorkerQueueSettings.Runs;
import org.goodtiming.scheduler.schema.InputSchema;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.ProblemException;
import org.goodtiming.scheduler.web.job.JobSettingsJson;
import org.jspecify.annotations.Nullable;

/** Reads what an operator wants a worker queue to be. */
public final class WorkerQueueJson {

  private static final String FINISHED_WHEN_ACKNOWLEDGED = "finishedWhenAcknowledged";

  private static final String RATE_LIMIT = "rateLimit";

  private static final Set<String> FIELDS =
      Set.of(
          "tracked",
          "partition",
          "retry",
          "runTimeout",
          FINISHED_WHEN_ACKNOWLEDGED,
          "events",
          "encrypted",
          RATE_LIMIT,
          "inputSchema");

  private WorkerQueueJson() {}

  public static WorkerQueueSettings settings(JsonObject json) {
    ProblemException.ofAll(
        () ->
            new JsonFields(json)
                .checkKnown(
                    FIELDS,
                    "only tracked, partition, retry, runTimeout, finishedWhenAcknowledged, events, encrypted, rateLimit, inputSchema"),
        () -> flag(json, "tracked"),
        () -> partition(json.get("partition")),
        () -> retry(json.get("retry")),
        () -> runTimeout(json.get("runTimeout")),
        () -> flag(json, FINISHED_WHEN_ACKNOWLEDGED),
        () -> flag(json, "events"),
        () -> flag(json, "encrypted"),
        () -> rateLimit(json.get(RATE_LIMIT)),
        () -> checkSchema(inputSchema(json)));
    Runs runs =
        new Runs(
            flag(json, "tracked"),
            runTimeout(json.get("runTimeout")),
            flag(json, FINISHED_WHEN_ACKNOWLEDGED));
    return new WorkerQueueSettings(
        runs,
        partition(json.get("partition")),
        retry(json.get("retry")),
        flag(json, "events"),
        flag(json, "encrypted"),
        rateLimit(json.get(RATE_LIMIT)));
  }

  /**
   * The schema of payloads as JSON text, which {@link #settings} has checked; empty if the queue is
   * to have none, null if the request does not say it.
   */
  static @Nullable String inputSchema(JsonObject json) {
    JsonValue value = json.get("inputSchema");
    if (value == null) {
      return null;
    }
    return value == JsonValue.NULL ? "" : value.toString();
  }

  private static void checkSchema(@Nullable String text) {
    try {
      if (text != null && !text.isEmpty()) {
        InputSchema.parse(text);
      }
    } catch (IllegalArgumentException e) {
      throw Problem.BAD_INPUT_SCHEMA.explained(String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable Boolean flag(JsonObject json, String name) {
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

  private static @Nullable Integer rateLimit(@Nullable JsonValue value) {
    if (value == null) {
      return null;
    }
    if (value instanceof JsonNumber number
        && WorkerQueueSettings.isRateLimit(number.bigDecimalValue())) {
      return number.intValue();
    }
    throw Problem.BAD_FIELD.with(
        RATE_LIMIT,
        value,
        "0 to %d jobs per minute, 0 if there is no limit"
            .formatted(WorkerQueueSettings.MOST_PER_MINUTE));
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

  private static @Nullable String retry(@Nullable JsonValue value) {
    return value == null ? null : JobSettingsJson.retry(value);
  }

  private static @Nullable String runTimeout(@Nullable JsonValue value) {
    return value == null ? null : JobSettingsJson.runTimeout(value);
  }
}
