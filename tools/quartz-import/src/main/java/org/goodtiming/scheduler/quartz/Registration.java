package org.goodtiming.scheduler.quartz;

import java.util.List;
import java.util.Map;

/**
 * A job or schedule to register by {@code PUT /jobs/{queue}/{jobId}}.
 *
 * @param fields of the request's body
 * @param paused whether it is a schedule to pause at once
 * @param remarks what is not as it was with Quartz, for an operator
 */
record Registration(
    String queue, String jobId, Map<String, Object> fields, boolean paused, List<String> remarks) {

  /** The queue and the job id. */
  String key() {
    return queue + "/" + jobId;
  }

  /** The key and when it is due, for an operator. */
  @Override
  public String toString() {
    String when =
        fields.containsKey("dueAt")
            ? "once at " + fields.get("dueAt")
            : fields.get("recurrence") + ", missed runs: " + fields.get("misfire");
    return "%s, %s%s".formatted(key(), when, paused ? ", paused" : "");
  }
}
