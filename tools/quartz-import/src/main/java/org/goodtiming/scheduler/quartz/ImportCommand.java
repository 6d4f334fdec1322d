package org.goodtiming.scheduler.quartz;

import org.goodtiming.scheduler.dev.CommandLines;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./scheduler import}: takes over the jobs of another scheduler. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    header = "Imports the jobs of another scheduler.",
    subcommands = QuartzCommand.class)
public final class ImportCommand {
  /** The command line, as {@code ./scheduler import} calls it. */
  public static CommandLine commandLine() {
    return CommandLines.of(new ImportCommand());
  }

  /** Runs the command and ends the JVM with its exit status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }
}
