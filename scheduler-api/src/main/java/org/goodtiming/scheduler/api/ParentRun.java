package org.goodtiming.scheduler.api;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a parent of a job has ended.
 *
 * @param key of the parent
 * @param state {@code FINISHED}, {@code ERROR}, {@code EXHAUSTED}, {@code EXPIRED}, {@code
 *     CANCELLED}, or {@code UNKNOWN} if it was never registered
 * @param fireId of its run, by which REST has its result; null if there was none
 * @param message the latest of its worker, or why it has ended so; null if there is none
 * @param result of its worker, as text, as the text of a JSON value, or bytes in base64; null if
 *     there is none, or it is larger than {@link WireContract#MAX_PARENT_RESULT_BYTES}
 */
public record ParentRun(
    JobKey key,
    String state,
    @Nullable String fireId,
    @Nullable String message,
    @Nullable String result) {

  private static final JsonProvider JSON = JsonProvider.provider();

  /** The keys as one property. Not in the builder: a client may have no JSON, and no parents. */
  static String keys(JobKey... parents) {
    JsonArrayBuilder keys = JSON.createArrayBuilder();
    for (JobKey parent : parents) {
      keys.add(StorableText.withoutNul("after", parent.toString()));
    }
    return keys.build().toString();
  }

  /** Whether it has ended with success. */
  public boolean isFinished() {
    return state.equals("FINISHED");
  }

  /** Those of a delivery whose parents are jobs. */
  static List<ParentRun> of(List<JsonObject> ends) {
    return ends.stream().filter(end -> end.containsKey("queue")).map(ParentRun::of).toList();
  }

  /** Reads the property of a delivery. Not there: a client may have no JSON, and no parents. */
  static List<JsonObject> ends(String property) {
    try (JsonReader json = JSON.createReader(new StringReader(property))) {
      return json.readArray().getValuesAs(JsonObject.class);
    } catch (JsonException e) {
      throw JobSchedulerException.unreadable(e);
    }
  }

  private static ParentRun of(JsonObject end) {
    return new ParentRun(
        new JobKey(end.getString("queue"), end.getString("jobId")),
        end.getString("state"),
        end.getString("fireId", null),
        end.getString("message", null),
        result(end));
  }

  private static @Nullable String result(JsonObject end) {
    JsonValue json = end.get("resultJson");
    if (json != null) {
      return json.toString();
    }
    JsonValue text = end.getOrDefault("result", end.get("resultBase64"));
    return text instanceof JsonString string ? string.getString() : null;
  }
}
