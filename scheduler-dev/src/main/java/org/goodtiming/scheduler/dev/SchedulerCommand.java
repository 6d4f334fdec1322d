package org.goodtiming.scheduler.dev;

import java.io.PrintWriter;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.goodtiming.scheduler.dev.demo.DemoCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** The command line of the development stack, as {@code ./scheduler} calls it. */
@Command(
    name = "scheduler",
    mixinStandardHelpOptions = true,
    version = "Good Timing, development stack",
    description = "PostgreSQL, Artemis and Payara with the scheduler, on this machine.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {DevCommand.class, DemoCommand.class, StopCommand.class, StatusCommand.class})
public final class SchedulerCommand {
  // The libraries' own chatter; what matters of it comes back as an exception
  private static final Logger LIBRARIES = Logger.getLogger("");

  private SchedulerCommand() {}

  /** Runs the command and ends the JVM with its exit status. */
  public static void main(String[] arguments) {
    LIBRARIES.setLevel(Level.OFF);
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new SchedulerCommand())
        .setExecutionExceptionHandler((e, line, parsed) -> explain(e, line.getErr()));
  }

  // One line for what we know; what we do not know must be reported whole.
  private static int explain(Exception problem, PrintWriter err) {
    if (problem instanceof DevStackException) {
      err.println(problem.getMessage());
    } else {
      problem.printStackTrace(err);
    }
    err.flush();
    return ExitCode.SOFTWARE;
  }
}
