package org.goodtiming.scheduler.web.http;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The preferences of the header Prefer (RFC 7240) that the API honours. */
public final class Preference {

  private static final Pattern WAIT =
      Pattern.compile("(?:^|[,;])\\s*wait\\s*=\\s*\"?([0-9]{1,9})\"?\\s*(?:[,;]|$)");
  private static final int MAX_SECONDS = 30;

  private Preference() {}

  /**
   * How long the client wants to wait for the end of a run, at most half a minute. Zero if absent;
   * RFC 7240 requires malformed preferences to be ignored.
   */
  public static Duration wait(@Nullable String prefer) {
    Matcher wait = WAIT.matcher(prefer == null ? "" : prefer);
    return Duration.ofSeconds(
        wait.find() ? Math.min(MAX_SECONDS, Long.parseLong(wait.group(1))) : 0);
  }
}
