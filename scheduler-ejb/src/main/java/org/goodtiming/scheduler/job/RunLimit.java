package org.goodtiming.scheduler.job;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/** How long a tracked run may take from its dispatch to its end, as jobs and queues say it. */
public final class RunLimit {

  private static final Pattern TEXT = Pattern.compile("P[0-9DTHMS.]{1,50}");
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(366);

  private RunLimit() {}

  /** Whether the text is a duration that table worker_queue accepts. */
  public static boolean isLimit(String text) {
    try {
      Duration limit = TEXT.matcher(text).matches() ? Duration.parse(text) : Duration.ZERO;
      return limit.compareTo(SHORTEST) >= 0 && limit.compareTo(LONGEST) <= 0;
    } catch (DateTimeParseException e) {
      return false;
    }
  }
}
