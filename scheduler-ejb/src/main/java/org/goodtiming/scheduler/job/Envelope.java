package org.goodtiming.scheduler.job;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Properties that the scheduler passes on to the worker and does not interpret.
 *
 * @param properties the user's {@code x_} properties: String, Long, Double or Boolean values
 * @param carried those of the contract: String or Long values
 */
public record Envelope(
    Body body,
    Map<String, Object> properties,
    Map<JobProperty, Object> carried,
    @Nullable String group) {

  public Envelope {
    properties = Map.copyOf(properties);
    carried = Map.copyOf(carried);
  }

  /** W3C traceparent; null if it has none. */
  public @Nullable String traceparent() {
    return (String) carried.get(JobProperty.TRACEPARENT);
  }

  /** W3C tracestate; null if it has none. */
  public @Nullable String tracestate() {
    return (String) carried.get(JobProperty.TRACESTATE);
  }

  /** The same in another trace context. */
  public Envelope in(String traceparent, @Nullable String tracestate) {
    Map<JobProperty, Object> others = new EnumMap<>(JobProperty.class);
    others.putAll(carried);
    others.put(JobProperty.TRACEPARENT, traceparent);
    if (tracestate == null) {
      others.remove(JobProperty.TRACESTATE);
    } else {
      others.put(JobProperty.TRACESTATE, tracestate);
    }
    return new Envelope(body, properties, others, group);
  }
}
