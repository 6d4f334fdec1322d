package org.goodtiming.scheduler.post;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The final answer of a server of HTTP/1.1, as far as a post needs it.
 *
 * @param retryAfter the field of this name; null without one, or if the fields were not read
 * @param contentType the field of this name; null in the same cases
 * @param content null if there is none, or it was not read, or ended too early; one byte more than
 *     was asked for if it is longer
 */
public record HttpAnswer(
    int status,
    @Nullable String retryAfter,
    @Nullable String contentType,
    byte @Nullable [] content) {

  private static final int SWITCHING_PROTOCOLS = 101;
  private static final int NO_CONTENT = 204;
  private static final int GONE = 410;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})( .*)?");
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,18}");

  /** The three forms of RFC 9110, 5.6.7. */
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern(
              "[EEE, dd MMM yyyy HH:mm:ss 'GMT'][EEEE, dd-MMM-yy HH:mm:ss 'GMT'][EEE MMM ppd HH:mm:ss yyyy]",
              Locale.US)
          .withZone(ZoneOffset.UTC);

  /**
   * Reads the answer, but no further than the status if it accepts the post and no content is
   * wanted. Interim answers, of which there may be several before the final one, are skipped (RFC
   * 9110, 15.2).
   *
   * @param maxContent how many bytes of the content are wanted
   */
  static HttpAnswer read(InputStream in, int maxContent) throws IOException {
    Head head = new Head(new BufferedInputStream(in));
    int status = status(head.line());
    while (isInterim(status)) {
      head.fields();
      status = status(head.line());
    }
    if (isAccepted(status) && maxContent == 0) {
      return new HttpAnswer(status, null, null, null);
    }
    try {
      return whole(status, head, maxContent);
    } catch (IOException e) {
      // The status says what has become of the post, whatever happens to the rest of the answer
      return new HttpAnswer(status, null, null, null);
    }
  }

  private static HttpAnswer whole(int status, Head head, int maxContent) throws IOException {
    Map<String, String> fields = head.fields();
    boolean hasContent = maxContent > 0 && status != NO_CONTENT;
    return new HttpAnswer(
        status,
        fields.get("retry-after"),
        fields.get("content-type"),
        hasContent ? HttpContent.read(head.in, fields, maxContent) : null);
  }

  public boolean isAccepted() {
    return isAccepted(status);
  }

  /** The receiver wants no further post. */
  public boolean isGone() {
    return status == GONE;
  }

  /** The reason why the post is not accepted. */
  public String refusal() {
    return "the answer has status %d%s"
        .formatted(status, status / 100 == 3 ? ", and redirects are not followed" : "");
  }

  /** The wait that the server requests; zero if it requests none. */
  public Duration retryAfter(Instant now) {
    if (retryAfter == null) {
      return Duration.ZERO;
    }
    if (SECONDS.matcher(retryAfter).matches()) {
      return Duration.ofSeconds(Long.parseLong(retryAfter));
    }
    try {
      Duration wait = Duration.between(now, DATE.parse(retryAfter, Instant::from));
      return wait.isNegative() ? Duration.ZERO : wait;
    } catch (DateTimeException e) {
      return Duration.ZERO;
    }
  }

  private static boolean isAccepted(int status) {
    return status / 100 == 2;
  }

  private static boolean isInterim(int status) {
    return status / 100 == 1 && status != SWITCHING_PROTOCOLS;
  }

  private static int status(String line) throws IOException {
    Matcher status = STATUS.matcher(line);
    if (!status.matches()) {
      throw new IOException("the answer is not that of an HTTP server");
    }
    return Integer.parseInt(status.group(1));
  }

  /** The lines before the content. */
  private static final class Head {

    private static final int MAX_BYTES = 64 * 1024;

    private final InputStream in;
    private int left = MAX_BYTES;

    Head(InputStream in) {
      this.in = in;
    }

    /** Empty after the fields, and at the end of the stream. */
    String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
        if (left-- == 0) {
          throw new IOException(
              "the head of the answer has more than %d bytes".formatted(MAX_BYTES));
        }
        line.append((char) next);
      }
      return line.toString().stripTrailing();
    }

    /** Reads all fields; the last one of a name counts. */
    Map<String, String> fields() throws IOException {
      Map<String, String> fields = new HashMap<>();
      for (String line = line(); !line.isEmpty(); line = line()) {
        int colon = line.indexOf(':');
        if (colon > 0) {
          fields.put(
              line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
        }
      }
      return fields;
    }
  }
}
