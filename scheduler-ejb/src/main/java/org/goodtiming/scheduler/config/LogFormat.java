package org.goodtiming.scheduler.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The format of the server's log; the scripts that start a node set the formatter of the server.
 */
public enum LogFormat {
  /** As Payara ships it. */
  TEXT,
  /** A JSON object in each line. */
  JSON;

  static LogFormat from(Settings settings) {
    String text = settings.text("scheduler.log.format", TEXT.text());
    Optional<LogFormat> format =
        Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    settings.require(
        format.isPresent(),
        "SCHED-0098 scheduler.log.format is '%s' but must be text or json",
        text);
    return format.orElse(TEXT);
  }

  private String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
