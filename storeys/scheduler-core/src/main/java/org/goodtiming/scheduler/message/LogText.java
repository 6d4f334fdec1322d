package org.goodtiming.scheduler.message;

import java.util.regex.Pattern;

/** Text of others for a log, in which it must not look like lines of its own. */
public final class LogText {

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]");

  private LogText() {}

  /** The text with U+FFFD for each line break and each other control character. */
  public static String oneLine(String text) {
    return CONTROL.matcher(text).replaceAll("\ufffd");
  }
}
