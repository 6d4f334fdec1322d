package org.goodtiming.scheduler.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** Does a command again and again, until the process is interrupted or the command fails. */
record Repetition(int seconds) implements IExecutionStrategy {
  private static final String CLEAR = "\u001b[H\u001b[2J";

  static Repetition of(int seconds, CommandLine command) {
    if (seconds < 1) {
      throw new ParameterException(command, "--watch needs one second or more");
    }
    return new Repetition(seconds);
  }

  @Override
  public int execute(ParseResult parsed) {
    PrintWriter out = parsed.commandSpec().commandLine().getOut();
    int status = 0;
    while (status == 0) {
      if (System.console() != null && !"dumb".equals(System.getenv("TERM"))) {
        out.print(CLEAR);
      }
      status = new RunLast().execute(parsed);
      out.flush();
      if (status == 0 && !pause(seconds)) {
        return 0;
      }
    }
    return status;
  }

  /**
   * Waits.
   *
   * @return false if it is interrupted
   */
  static boolean pause(int seconds) {
    try {
      Thread.sleep(1_000L * seconds);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
