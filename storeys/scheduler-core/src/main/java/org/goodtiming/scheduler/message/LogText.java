package org.goodtiming.scheduler.message;

import java.util.regex.Pattern;

/** Escapes foreign text for the log, so that it cannot imitate log lines. */
public final class LogText {

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]");

  private LogText() {}

  /** The text with U+FFFD for each line break and each other control character. */
  public static String oneLine(String text) {
    return CONTROL.matcher(text).replaceAll("\ufffd");
  }
}
