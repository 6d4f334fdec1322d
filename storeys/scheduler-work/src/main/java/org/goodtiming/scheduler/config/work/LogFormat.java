package org.goodtiming.scheduler.config.work;

import java.util.Locale;
import org.goodtiming.scheduler.config.Settings;

/**
 * The format of the server's log; the scripts that start a node set the formatter of the server.
 */
public enum LogFormat {
  /** Lines of text, Payara's default. */
  TEXT,
  /** A JSON object in each line. */
  JSON;

  public static LogFormat from(Settings settings) {
    return settings.choice(
        "scheduler.log.format",
        TEXT,
        values(),
        LogFormat::text,
        "SCHED-0098 scheduler.log.format is '%s' but must be text or json");
  }

  private String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
