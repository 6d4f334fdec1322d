package org.goodtiming.scheduler.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;

/** The properties of a job as fields of a request of HTTP. */
final class JobHeaders {

  /** The scheduler's properties begin so, with an underscore, and the fields with a hyphen. */
  private static final String PREFIX = "scheduler-";

  /** Web servers refuse a request whose fields are longer than 8 KiB together. */
  private static final int MAX_OF_PARENTS = 4096;

  private static final Set<String> OF_PARENTS = Set.of(WireContract.AFTER, WireContract.PARENTS);

  private static final Pattern PRINTABLE = Pattern.compile("[ -~]+");

  private JobHeaders() {}

  static Map<String, String> of(ReceivedMessage job) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", contentType(job));
    headers.put("Idempotency-Key", String.valueOf(job.fireId()));
    job.properties().forEach((name, value) -> add(headers, name, value.toString()));
    headers.put(PREFIX + "attempt", Long.toString(attempt(job)));
    return headers;
  }

  private static String contentType(ReceivedMessage job) {
    Object named = job.properties().get(WireContract.CONTENT_TYPE);
    if (named != null && PRINTABLE.matcher(named.toString()).matches()) {
      return named.toString();
    }
    return job.kind() == Kind.TEXT ? "text/plain; charset=utf-8" : "application/octet-stream";
  }

  /** A delivery after the death of a node is a further attempt, too. */
  private static long attempt(ReceivedMessage job) {
    long attempt =
        job.properties().get(WireContract.ATTEMPT) instanceof Number number
            ? number.longValue()
            : 1;
    return attempt + job.origin().deliveryCount() - 1;
  }

  private static void add(Map<String, String> headers, String name, String value) {
    if (name.equals(WireContract.TRACEPARENT) || name.equals(WireContract.TRACESTATE)) {
      if (PRINTABLE.matcher(value).matches()) {
        headers.put(name, value);
      }
    } else if (name.startsWith(WireContract.RESERVED_PREFIX)) {
      String text = encoded(value);
      if (!OF_PARENTS.contains(name) || text.length() <= MAX_OF_PARENTS) {
        headers.put(field(name), text);
      }
    } else if (name.startsWith(WireContract.USER_PREFIX)) {
      headers.put(PREFIX + field(name), encoded(value));
    }
  }

  /** Proxies drop fields with underscores. */
  private static String field(String name) {
    return encoded(name).replace('_', '-');
  }

  /** Percent-encodes what is not printable ASCII, and the percent sign. */
  private static String encoded(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte octet : text.getBytes(UTF_8)) {
      if (octet > ' ' && octet <= '~' && octet != '%') {
        encoded.append((char) octet);
      } else {
        encoded.append("%%%02X".formatted(octet & 0xFF));
      }
    }
    return encoded.toString();
  }
}
