package org.goodtiming.scheduler.job;

import java.util.EnumMap;
import java.util.Map;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/**
 * The part of a job that is for its worker: payload, properties that the scheduler passes on and
 * does not interpret, message group and priority.
 *
 * @param properties the user's {@code x_} properties: String, Long, Double or Boolean values
 * @param carried those of the contract: String or Long values
 * @param priority JMS priority, 0 to 9, higher first
 */
public record Envelope(
    Body body,
    Map<String, Object> properties,
    Map<JobProperty, Object> carried,
    @Nullable String group,
    int priority) {

  public Envelope {
    properties = Map.copyOf(properties);
    carried = Map.copyOf(carried);
  }

  /** Returns a copy with another payload and other properties of the user. */
  public Envelope with(Body otherBody, Map<String, Object> otherProperties) {
    return new Envelope(otherBody, otherProperties, carried, group, priority);
  }

  /** Returns a copy with other properties of the contract. */
  public Envelope carrying(Map<JobProperty, Object> others) {
    return new Envelope(body, properties, others, group, priority);
  }

  /** Whether the broker must not lose its message when it stops. */
  public boolean isPersistent() {
    return !WireContract.DELIVERY_MODE_NON_PERSISTENT.equals(
        carried.get(JobProperty.DELIVERY_MODE));
  }

  /** W3C traceparent; null if it has none. */
  public @Nullable String traceparent() {
    return (String) carried.get(JobProperty.TRACEPARENT);
  }

  /** W3C tracestate; null if it has none. */
  public @Nullable String tracestate() {
    return (String) carried.get(JobProperty.TRACESTATE);
  }

  /** Returns a copy with another trace context. */
  public Envelope in(String traceparent, @Nullable String tracestate) {
    Map<JobProperty, Object> others = new EnumMap<>(JobProperty.class);
    others.putAll(carried);
    others.put(JobProperty.TRACEPARENT, traceparent);
    if (tracestate == null) {
      others.remove(JobProperty.TRACESTATE);
    } else {
      others.put(JobProperty.TRACESTATE, tracestate);
    }
    return carrying(others);
  }
}
