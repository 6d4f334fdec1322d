package org.goodtiming.scheduler.job;

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
}
