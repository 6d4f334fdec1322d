package org.goodtiming.scheduler.web.job;

import static java.util.Objects.requireNonNull;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.goodtiming.scheduler.api.RetryPolicy;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.RunLimit;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.Reading;
import org.jspecify.annotations.Nullable;

/** Reads retry policies and limits of runs, of jobs and of worker queues. */
public final class JobSettingsJson {

  private static final String RETRY = JobProperty.RETRY.lineField();
  private static final String RUN_TIMEOUT = JobProperty.RUN_TIMEOUT.lineField();

  private JobSettingsJson() {}

  /**
   * The new settings of a waiting job; empty: that of its queue applies. Absent fields do not
   * change.
   */
  public static Map<JobProperty, Optional<String>> changes(JsonObject json) {
    Map<JobProperty, Optional<String>> changes = new LinkedHashMap<>();
    new Reading()
        .check(
            () ->
                new JsonFields(json)
                    .checkKnown(Set.of(RETRY, RUN_TIMEOUT), "only retry and runTimeout"))
        .check(() -> change(JobProperty.RETRY, json, JobSettingsJson::retry, changes))
        .check(() -> change(JobProperty.RUN_TIMEOUT, json, JobSettingsJson::runTimeout, changes))
        .end();
    return changes;
  }

  private static void change(
      JobProperty property,
      JsonObject json,
      Function<JsonObject, @Nullable String> reader,
      Map<JobProperty, Optional<String>> changes) {
    if (json.get(property.lineField()) == JsonValue.NULL) {
      changes.put(property, Optional.empty());
    } else if (json.containsKey(property.lineField())) {
      changes.put(property, Optional.of(requireNonNull(reader.apply(json))));
    }
  }

  /** Null if it is absent. */
  public static @Nullable String retry(JsonObject json) {
    JsonValue value = json.get(RETRY);
    if (value == null) {
      return null;
    }
    if (!(value instanceof JsonString text)) {
      throw Problem.BAD_FIELD.with(RETRY, value, "a policy such as none or PT1M,PT10M,PT1H");
    }
    try {
      return RetryPolicy.parse(text.getString()).toString();
    } catch (IllegalArgumentException e) {
      throw Problem.BAD_FIELD.explained(RETRY, value, "another policy. The " + e.getMessage());
    }
  }

  /** Null if it is absent. */
  public static @Nullable String runTimeout(JsonObject json) {
    JsonValue value = json.get(RUN_TIMEOUT);
    if (value == null) {
      return null;
    }
    if (value instanceof JsonString text && RunLimit.isLimit(text.getString())) {
      return text.getString();
    }
    throw Problem.BAD_FIELD.with(RUN_TIMEOUT, value, "a duration from PT1S to P366D, like PT2H");
  }
}
