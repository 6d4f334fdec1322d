package org.goodtiming.scheduler.lifecycle;

import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/**
 * What has happened to a job, as a message with the attributes of CloudEvents 1.0 (binary mode).
 *
 * @param position in the order of events
 * @param at by the database's clock
 * @param type such as job.dispatched
 * @param fireId of the run
 * @param attempt of the run, from 1
 * @param dueAt null if it is not known
 * @param message why; null if there is nothing to say
 */
record LifecycleEvent(
    long position,
    UUID id,
    Instant at,
    String type,
    JobKey key,
    UUID fireId,
    int attempt,
    @Nullable Instant dueAt,
    @Nullable String message) {

  private static final JsonProvider JSON = JsonProvider.provider();

  private static final String DUPLICATE_ID = "_AMQ_DUPL_ID";
  private static final String GROUP = "JMSXGroupID";

  /** The broker remembers the consumer of each group. */
  private static final int GROUPS = 1_024;

  /** Properties of the message, by JMS. */
  Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(attribute("specversion"), "1.0");
    properties.put(attribute("id"), id.toString());
    properties.put(attribute("source"), WireContract.EVENT_SOURCE);
    properties.put(attribute("type"), WireContract.EVENT_TYPE_PREFIX + type);
    properties.put(attribute("subject"), key.queue() + "/" + key.jobId());
    properties.put(attribute("time"), at.toString());
    properties.put(attribute("datacontenttype"), "application/json");
    properties.put(attribute("sequence"), Long.toString(position));
    properties.put(WireContract.QUEUE, key.queue());
    properties.put(WireContract.JOB_ID, key.jobId());
    properties.put(WireContract.FIRE_ID, fireId.toString());
    properties.put(DUPLICATE_ID, id.toString());
    properties.put(GROUP, "job-" + Math.floorMod(key.hashCode(), GROUPS));
    return properties;
  }

  private static String attribute(String name) {
    return WireContract.EVENT_ATTRIBUTE_PREFIX + name;
  }

  /** The data of the event. */
  String json() {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("queue", key.queue())
            .add("jobId", key.jobId())
            .add("fireId", fireId.toString())
            .add("attempt", attempt);
    if (dueAt != null) {
      json.add("dueAt", dueAt.toString());
    }
    if (message != null) {
      json.add("message", message);
    }
    return json.build().toString();
  }
}
