package org.goodtiming.scheduler.dev;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
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
        .setExecutionStrategy(CommandLines::execute)
        .setParameterExceptionHandler((problem, arguments) -> refuse(problem))
        .setExecutionExceptionHandler((problem, line, parsed) -> explain(problem, line.getErr()));
  }

  /** A command whose output is lost has failed; {@link PrintWriter} swallows the reason. */
  private static int execute(ParseResult parsed) {
    int status = new RunLast().execute(parsed);
    CommandLine line = parsed.asCommandLineList().get(parsed.asCommandLineList().size() - 1);
    if (!line.getOut().checkError() && !System.out.checkError()) {
      return status;
    }
    line.getErr()
        .println(Problem.NO_STATE.with("standard output", "it is full or closed").getMessage());
    line.getErr().flush();
    return status == ExitCode.OK ? ExitCode.SOFTWARE : status;
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
