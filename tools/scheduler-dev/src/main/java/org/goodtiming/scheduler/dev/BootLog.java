package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The log of a booting server. */
record BootLog(Path log) {
  private static final String COMMAND = "Boot Command ";
  private static final String FAILED = " failed ";
  private static final String RECOVERED = "Asynchronous thread for incomplete tx is enabled";

  /**
   * Whether Payara has recovered transactions: from then on, its thread looks for later ones only
   * at intervals.
   */
  boolean recovered() {
    try (var lines = Files.lines(log)) {
      return lines.anyMatch(line -> line.contains(RECOVERED));
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, log, e);
    }
  }

  /** The first command of the setup that Payara refused; Payara continues with the next command. */
  Optional<String> refusedCommand() {
    try (var lines = Files.lines(log)) {
      return lines
          .filter(line -> line.contains(COMMAND) && line.contains(FAILED))
          .map(line -> line.substring(line.indexOf(COMMAND)))
          .findFirst();
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, log, e);
    }
  }
}
