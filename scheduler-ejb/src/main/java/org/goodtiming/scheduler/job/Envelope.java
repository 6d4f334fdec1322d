package org.goodtiming.scheduler.job;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What travels with a job to its worker and means nothing to the scheduler.
 *
 * @param properties the user's {@code x_} properties: String, Long, Double or Boolean values
 */
public record Envelope(
    Body body,
    Map<String, Object> properties,
    @Nullable String contentType,
    @Nullable String group,
    @Nullable String traceparent,
    @Nullable String tracestate) {

  public Envelope {
    properties = Map.copyOf(properties);
  }
}
