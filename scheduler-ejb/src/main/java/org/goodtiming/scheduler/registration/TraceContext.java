package org.goodtiming.scheduler.registration;

import java.util.regex.Pattern;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.quarantine.StorableText;
import org.jspecify.annotations.Nullable;

/**
 * W3C trace context of a registration. What is malformed is dropped, as the standard demands (Trace
 * Context, section 4.3): a tracer's fault must not cost a job.
 */
record TraceContext(@Nullable String traceparent, @Nullable String tracestate) {

  private static final TraceContext NONE = new TraceContext(null, null);

  // Version 00 in full; what later versions append is accepted and passed on
  private static final Pattern TRACEPARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-[!-~]{1,200})?");

  private static final int MAX_TRACESTATE_LENGTH = 512;

  static TraceContext of(ContractProperties properties) {
    Object parent = properties.value(WireContract.TRACEPARENT);
    if (!(parent instanceof String traceparent) || !TRACEPARENT.matcher(traceparent).matches()) {
      return NONE;
    }
    return new TraceContext(traceparent, tracestate(properties.value(WireContract.TRACESTATE)));
  }

  private static @Nullable String tracestate(@Nullable Object value) {
    return value instanceof String state
            && state.length() <= MAX_TRACESTATE_LENGTH
            && StorableText.isStorable(state)
        ? state
        : null;
  }
}
