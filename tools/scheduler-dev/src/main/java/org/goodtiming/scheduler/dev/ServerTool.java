package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A server's own command line tool, run in the terminal of the caller. */
record ServerTool(List<String> command) {

  /** Returns the exit status of the tool. */
  int run() {
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw Problem.NOT_STARTED.because(e, command.get(0), e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.NOT_STARTED.because(e, command.get(0), "interrupted");
    }
  }

  /**
   * Writes secrets to a file, because process arguments are visible to others. Only the owner may
   * read the file, and it is deleted when this JVM ends.
   */
  static Path secret(String text) {
    try {
      var file = Files.createTempFile("scheduler", ".login");
      file.toFile().deleteOnExit();
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, "a temporary file", e);
    }
  }
}
