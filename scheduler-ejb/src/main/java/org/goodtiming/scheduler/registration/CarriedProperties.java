package org.goodtiming.scheduler.registration;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import org.goodtiming.scheduler.job.JobProperty;
import org.jspecify.annotations.Nullable;

/** The properties of the contract that the scheduler passes on to the worker. */
final class CarriedProperties {

  private CarriedProperties() {}

  static Map<JobProperty, Object> of(ContractProperties properties) {
    Map<JobProperty, Object> carried = new HashMap<>();
    for (JobProperty property : JobProperty.carried()) {
      Object value = properties.has(property.wireName()) ? read(property, properties) : null;
      if (value != null) {
        carried.put(property, value);
      }
    }
    return carried;
  }

  private static @Nullable Object read(JobProperty property, ContractProperties properties) {
    return switch (requireNonNull(property.type())) {
      case TEXT -> properties.name(property.wireName());
      case TRACEPARENT -> TraceContext.traceparent(properties);
      case TRACESTATE -> TraceContext.tracestate(properties);
    };
  }
}
