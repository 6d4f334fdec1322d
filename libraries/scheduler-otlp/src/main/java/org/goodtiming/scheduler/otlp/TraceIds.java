package org.goodtiming.scheduler.otlp;

import io.opentelemetry.sdk.trace.IdGenerator;
import java.util.function.Supplier;

/** Generates random ids, or uses the trace id that the caller has chosen. */
final class TraceIds implements IdGenerator {

  private final IdGenerator random = IdGenerator.random();

  /** The SDK passes no arguments to the generator. */
  private final ThreadLocal<String> chosen = new ThreadLocal<>();

  <T> T with(String traceId, Supplier<T> starting) {
    chosen.set(traceId);
    try {
      return starting.get();
    } finally {
      chosen.remove();
    }
  }

  @Override
  public String generateTraceId() {
    String given = chosen.get();
    return given == null ? random.generateTraceId() : given;
  }

  @Override
  public String generateSpanId() {
    return random.generateSpanId();
  }
}
