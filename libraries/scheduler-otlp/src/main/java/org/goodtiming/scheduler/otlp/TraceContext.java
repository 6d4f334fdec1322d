package org.goodtiming.scheduler.otlp;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The context of a span, as W3C Trace Context writes it.
 *
 * @param tracestate null if it has none
 */
public record TraceContext(String traceparent, @Nullable String tracestate) {

  private static final Pattern TRACEPARENT =
      Pattern.compile("00-(?<trace>[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  /**
   * Whether it is the valid context of a span of that trace.
   *
   * @param traceId 32 hexadecimal digits, in lower case
   */
  public boolean isIn(String traceId) {
    var matcher = TRACEPARENT.matcher(traceparent);
    return matcher.matches() && matcher.group("trace").equals(traceId);
  }
}
