package org.goodtiming.scheduler.cli;

import java.io.PrintWriter;

/**
 * A line on the terminal with the progress of a long command; it is erased at the end.
 *
 * @param shown false without a terminal
 */
record Progress(PrintWriter err, boolean shown) implements AutoCloseable {
  private static final String ERASE = "\r\u001b[K";

  /** Replaces the text of the line. */
  void show(String text) {
    if (shown) {
      err.print(ERASE + Output.plain(text));
      err.flush();
    }
  }

  /** Erases the line, before other output and at the end. */
  @Override
  public void close() {
    if (shown) {
      err.print(ERASE);
      err.flush();
    }
  }
}
