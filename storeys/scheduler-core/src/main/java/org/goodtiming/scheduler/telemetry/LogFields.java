package org.goodtiming.scheduler.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a log in JSON. Payara adds the entries of a map to a record that has it as a parameter;
 * its files in text do not show them, its console does.
 */
public final class LogFields {

  private static final String QUEUE = "Queue";
  private static final String JOB_ID = "JobId";
  private static final String FIRE_ID = "FireId";
  private static final String TRACE_ID = "TraceId";

  private LogFields() {}

  /** The job that a record is about, in texts of one line; what is null is left out. */
  public static Map<String, String> of(
      @Nullable String queue, @Nullable String jobId, @Nullable UUID fireId) {
    Map<String, String> fields = new LinkedHashMap<>();
    putIfKnown(fields, QUEUE, queue);
    putIfKnown(fields, JOB_ID, jobId);
    if (fireId != null) {
      fields.put(FIRE_ID, fireId.toString());
      fields.put(TRACE_ID, traceId(fireId));
    }
    return fields;
  }

  private static void putIfKnown(Map<String, String> fields, String name, @Nullable String value) {
    if (value != null) {
      fields.put(name, value);
    }
  }

  /** The id of the trace of a run. */
  public static String traceId(UUID fireId) {
    return fireId.toString().replace("-", "");
  }
}
