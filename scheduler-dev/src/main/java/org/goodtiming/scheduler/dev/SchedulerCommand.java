package org.goodtiming.scheduler.dev;

import java.nio.file.Path;

/** The command line of the development stack, as {@code ./scheduler} calls it. */
public final class SchedulerCommand {
  private SchedulerCommand() {}

  public static void main(String[] arguments) throws Exception {
    try (var s =
        DevStack.start(StackOptions.of(Path.of(arguments[0])).withProgress(System.out::println))) {
      System.out.println("UP, enter to stop");
      System.in.read();
    }
  }
}
