package org.goodtiming.scheduler.dev.demo;

import java.io.PrintStream;

/** One line that is overwritten with each change; without a terminal, a line for each change. */
final class ProgressLine {

  private final PrintStream out;
  private final boolean terminal;
  private String shown = "";

  ProgressLine(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  void show(String text) {
    if (text.equals(shown)) {
      return;
    }
    if (terminal) {
      out.print("\r" + text + " ".repeat(Math.max(0, shown.length() - text.length())));
      out.flush();
    } else {
      out.println(text);
    }
    shown = text;
  }

  /** Leaves the line unchanged, and continues below the text. */
  void note(String text) {
    end();
    out.println(text);
    shown = "";
  }

  /** The next output begins on a new line. */
  void end() {
    if (terminal) {
      out.println();
    }
  }
}
