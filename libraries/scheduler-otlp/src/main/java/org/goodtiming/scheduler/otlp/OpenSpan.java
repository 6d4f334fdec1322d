package org.goodtiming.scheduler.otlp;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;

/** A span that has begun. Thread-safe. */
public final class OpenSpan {

  private final Span span;

  OpenSpan(Span span) {
    this.span = span;
  }

  /** The context for spans that continue the trace. */
  public TraceContext context() {
    return Spans.text(span);
  }

  public void end() {
    span.end();
  }

  /** Ends it as an error. */
  public void fail(String reason) {
    span.setStatus(StatusCode.ERROR, reason);
    span.end();
  }
}
