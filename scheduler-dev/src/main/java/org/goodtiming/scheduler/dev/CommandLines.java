package org.goodtiming.scheduler.dev;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Error messages of the commands of {@code ./scheduler}. */
public final class CommandLines {
  private static final int WIDTH = 100;

  private CommandLines() {}

  /** The command line of a command: known problems are printed without a stack trace. */
  public static CommandLine of(Object command) {
    return new CommandLine(command)
        .setUsageHelpWidth(WIDTH)
        .setExpandAtFiles(false)
        .registerConverter(Duration.class, CommandLines::duration)
        .setParameterExceptionHandler((problem, arguments) -> refuse(problem))
        .setExecutionExceptionHandler((problem, line, parsed) -> explain(problem, line.getErr()));
  }

  private static int refuse(ParameterException problem) {
    var line = problem.getCommandLine();
    var command = line.getCommandSpec().qualifiedName().replaceFirst("^scheduler", "").strip();
    line.getErr()
        .println(
            Problem.WRONG_ARGUMENT
                .with(problem.getMessage(), command.isEmpty() ? "" : command + " ")
                .getMessage());
    line.getErr().flush();
    return ExitCode.USAGE;
  }

  private static Duration duration(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new TypeConversionException(
          "'%s' is not an ISO 8601 duration such as PT10S or PT1H30M".formatted(text));
    }
  }

  // Unexpected exceptions are reported with their stack trace.
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
