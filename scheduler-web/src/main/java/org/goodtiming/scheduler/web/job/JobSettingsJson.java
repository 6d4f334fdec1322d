package org.goodtiming.scheduler.web.job;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.goodtiming.scheduler.api.RetryPolicy;
import org.goodtiming.scheduler.job.JobProperty;
import org.goodtiming.scheduler.job.RunLimit;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.ProblemException;

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
    ProblemException.ofAll(
        () ->
            new JsonFields(json)
                .checkKnown(Set.of(RETRY, RUN_TIMEOUT), "only retry and runTimeout"),
        () -> read(json));
    return read(json);
  }

  private static Map<JobProperty, Optional<String>> read(JsonObject json) {
    Map<JobProperty, Optional<String>> changes = new LinkedHashMap<>();
    JsonValue retry = json.get(RETRY);
    if (retry != null) {
      changes.put(
          JobProperty.RETRY,
          retry == JsonValue.NULL ? Optional.empty() : Optional.of(retry(retry)));
    }
    JsonValue runTimeout = json.get(RUN_TIMEOUT);
    if (runTimeout != null) {
      changes.put(
          JobProperty.RUN_TIMEOUT,
          runTimeout == JsonValue.NULL ? Optional.empty() : Optional.of(runTimeout(runTimeout)));
    }
    return changes;
  }

  public static String retry(JsonValue value) {
    if (!(value instanceof JsonString text)) {
      throw Problem.BAD_FIELD.with(RETRY, value, "a policy such as none or PT1M,PT10M,PT1H");
    }
    try {
      return RetryPolicy.parse(text.getString()).toString();
    } catch (IllegalArgumentException e) {
      throw Problem.BAD_FIELD.explained(RETRY, value, "another policy. The " + e.getMessage());
    }
  }

  public static String runTimeout(JsonValue value) {
    if (value instanceof JsonString text && RunLimit.isLimit(text.getString())) {
      return text.getString();
    }
    throw Problem.BAD_FIELD.with(RUN_TIMEOUT, value, "a duration from PT1S to P366D, like PT2H");
  }
}
