package org.goodtiming.scheduler.dev;

import static java.util.Objects.requireNonNull;

import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.goodtiming.scheduler.dev.demo.DemoCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the development stack, as {@code ./scheduler} calls it. */
@Command(
    name = "scheduler",
    mixinStandardHelpOptions = true,
    description = "PostgreSQL, Artemis and Payara with the scheduler, on this machine.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nBuilt when first called:%n",
    footer = {
      "  bench    Measures the throughput of the main path; compares it with other schedulers.",
      "  chaos    Injects faults into a separate stack and reports whether a job was lost.",
      "  import   Imports the jobs of another scheduler."
    },
    subcommands = {
      DevCommand.class,
      DemoCommand.class,
      StopCommand.class,
      StartCommand.class,
      StatusCommand.class,
      AsadminCommand.class,
      ArtemisCommand.class,
      SqlCommand.class
    })
public final class SchedulerCommand {
  // Log output of libraries; failures are reported as exceptions
  private static final Logger LIBRARIES = Logger.getLogger("");

  private SchedulerCommand() {}

  /** Runs the command and ends the JVM with its exit status. */
  public static void main(String[] arguments) {
    LIBRARIES.setLevel(Level.OFF);
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    var line = CommandLines.of(new SchedulerCommand());
    // All arguments after the command's name, including options, go to the tools of the servers
    Stream.of("asadmin", "artemis")
        .map(tool -> requireNonNull(line.getSubcommands().get(tool)))
        .forEach(tool -> tool.setStopAtPositional(true));
    return line;
  }
}
