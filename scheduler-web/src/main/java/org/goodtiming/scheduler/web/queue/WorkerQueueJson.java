package org.goodtiming.scheduler.web.queue;

import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.Set;
import java.util.function.Supplier;
import org.goodtiming.scheduler.operations.queue.WorkerQueueSettings;
import org.goodtiming.scheduler.operations.queue.WorkerQueueSettings.Runs;
import org.goodtiming.scheduler.schema.InputSchema;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.Reading;
import org.goodtiming.scheduler.web.job.JobSettingsJson;
import org.jspecify.annotations.Nullable;

/** Reads what an operator wants a worker queue to be. */
public final class WorkerQueueJson {

  private static final String RATE_LIMIT = "rateLimit";

  private static final Set<String> FIELDS =
      Set.of(
          "tracked",
          "partition",
          "retry",
          "runTimeout",
          "finishedWhenAcknowledged",
          "events",
          "encrypted",
          RATE_LIMIT,
          "inputSchema");

  private WorkerQueueJson() {}

  public static WorkerQueueSettings settings(JsonObject json) {
    JsonFields fields = new JsonFields(json);
    Reading reading =
        new Reading()
            .check(
                () ->
                    fields.checkKnown(
                        FIELDS,
                        "only tracked, partition, retry, runTimeout, finishedWhenAcknowledged, events, encrypted, rateLimit, inputSchema"));
    Supplier<@Nullable Boolean> tracked = reading.part(() -> fields.flag("tracked"));
    Supplier<@Nullable String> partition = reading.part(() -> partition(json.get("partition")));
    Supplier<@Nullable String> retry = reading.part(() -> JobSettingsJson.retry(json));
    Supplier<@Nullable String> runTimeout = reading.part(() -> JobSettingsJson.runTimeout(json));
    Supplier<@Nullable Boolean> acknowledged =
        reading.part(() -> fields.flag("finishedWhenAcknowledged"));
    Supplier<@Nullable Boolean> events = reading.part(() -> fields.flag("events"));
    Supplier<@Nullable Boolean> encrypted = reading.part(() -> fields.flag("encrypted"));
    Supplier<@Nullable Integer> rateLimit = reading.part(() -> rateLimit(json.get(RATE_LIMIT)));
    reading.check(() -> checkSchema(inputSchema(json))).end();
    return new WorkerQueueSettings(
        new Runs(tracked.get(), runTimeout.get(), acknowledged.get()),
        partition.get(),
        retry.get(),
        events.get(),
        encrypted.get(),
        rateLimit.get());
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
}
