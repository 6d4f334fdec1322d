package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The log of a broker. */
record BrokerLog(Path log) {
  /** Logged by a backup that has started, and does not serve before the primary has ended. */
  private static final String WAITS = "AMQ221109";

  long length() {
    return log.toFile().length();
  }

  /**
   * @param start a length, before which the log is of no interest
   */
  boolean waitsSince(long start) {
    try {
      var text = Files.exists(log) ? Files.readString(log) : "";
      var since = text.substring((int) Math.min(start, text.length()));
      return since.contains(WAITS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
