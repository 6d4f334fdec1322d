package org.goodtiming.scheduler.dev;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code ./scheduler status}: a line for each component; 0 only if all are up. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Tells what is up. Ends with status 0 only if everything is.")
final class StatusCommand implements Callable<Integer> {
  @Mixin private StateArguments arguments = new StateArguments();

  private final PrintStream out = System.out;

  @Override
  public Integer call() {
    var all = new StackStatus(arguments.directory()).components();
    if (all.isEmpty()) {
      out.println("No stack was ever started here: './scheduler dev' starts one.");
      return ExitCode.SOFTWARE;
    }
    all.forEach(out::println);
    return all.stream().allMatch(ComponentStatus::up) ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
