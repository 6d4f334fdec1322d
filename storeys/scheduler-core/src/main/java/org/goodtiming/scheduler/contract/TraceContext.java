package org.goodtiming.scheduler.contract;

import java.util.regex.Pattern;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.message.StorableText;
import org.jspecify.annotations.Nullable;

/**
 * W3C trace context of a registration. A malformed context is dropped, as the standard requires
 * (Trace Context, section 4.3): an error of a tracer must not make a job fail.
 */
final class TraceContext {

  // Checks version 00 in full; accepts and passes on the additions of later versions
  private static final Pattern TRACEPARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-[!-~]{1,200})?");

  private static final int MAX_TRACESTATE_LENGTH = 512;

  private TraceContext() {}

  static @Nullable String traceparent(ContractProperties properties) {
    return properties.value(WireContract.TRACEPARENT) instanceof String parent
            && TRACEPARENT.matcher(parent).matches()
        ? parent
        : null;
  }

  /** The tracestate; null without a traceparent. */
  static @Nullable String tracestate(ContractProperties properties) {
    return properties.value(WireContract.TRACESTATE) instanceof String state
            && state.length() <= MAX_TRACESTATE_LENGTH
            && StorableText.isStorable(state)
            && traceparent(properties) != null
        ? state
        : null;
  }
}
