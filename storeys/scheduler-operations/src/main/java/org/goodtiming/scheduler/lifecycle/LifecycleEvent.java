package org.goodtiming.scheduler.lifecycle;

import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/**
 * An event as a message with the attributes of CloudEvents 1.0 (binary mode).
 *
 * @param position in the order of events
 * @param at by the database's clock
 * @param type such as job.dispatched
 * @param data its body
 */
record LifecycleEvent(
    long position, UUID id, Instant at, String type, Subject subject, JsonObject data) {

  private static final JsonProvider JSON = JsonProvider.provider();
  private static final String DUPLICATE_ID = "_AMQ_DUPL_ID";
  private static final String GROUP = "JMSXGroupID";

  /** The broker remembers the consumer of each group. */
  private static final int GROUPS = 1_024;

  /**
   * The subject of the event.
   *
   * @param name of a partition or job batch; null unless it is about one
   * @param queue null only of a partition or job batch
   * @param jobId of a job or schedule; null unless it is about one
   * @param fireId of a run; null unless it is about one
   */
  record Subject(
      @Nullable String name,
      @Nullable String queue,
      @Nullable String jobId,
      @Nullable String fireId) {

    @Override
    public String toString() {
      return Stream.of(name, queue, jobId)
          .filter(Objects::nonNull)
          .collect(Collectors.joining("/"));
    }
  }

  /** The properties of the JMS message. */
  Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(attribute("specversion"), "1.0");
    properties.put(attribute("id"), id.toString());
    properties.put(attribute("source"), WireContract.EVENT_SOURCE);
    properties.put(attribute("type"), WireContract.EVENT_TYPE_PREFIX + type);
    properties.put(attribute("subject"), subject.toString());
    properties.put(attribute("time"), at.toString());
    properties.put(attribute("datacontenttype"), "application/json");
    properties.put(attribute("sequence"), Long.toString(position));
    addIfKnown(properties, WireContract.QUEUE, subject.queue());
    addIfKnown(properties, WireContract.JOB_ID, subject.jobId());
    addIfKnown(properties, WireContract.FIRE_ID, subject.fireId());
    properties.put(DUPLICATE_ID, id.toString());
    properties.put(GROUP, "event-" + Math.floorMod(subject.toString().hashCode(), GROUPS));
    return properties;
  }

  /** The event as a JSON object (structured mode). */
  String structured() {
    return JSON.createObjectBuilder()
        .add("specversion", "1.0")
        .add("id", id.toString())
        .add("source", WireContract.EVENT_SOURCE)
        .add("type", WireContract.EVENT_TYPE_PREFIX + type)
        .add("subject", subject.toString())
        .add("time", at.toString())
        .add("datacontenttype", "application/json")
        .add("sequence", Long.toString(position))
        .add("data", data)
        .build()
        .toString();
  }

  private static String attribute(String name) {
    return WireContract.EVENT_ATTRIBUTE_PREFIX + name;
  }

  private static void addIfKnown(
      Map<String, Object> properties, String name, @Nullable String value) {
    if (value != null) {
      properties.put(name, value);
    }
  }
}
