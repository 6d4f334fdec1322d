package org.goodtiming.scheduler.dev;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./scheduler status}: a line for each component; 0 only if all are up. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    header = "Shows which components run; the exit status is 0 only if all of them do.")
final class StatusCommand implements Callable<Integer> {
  @Mixin private StateArguments arguments = new StateArguments();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    var all = new StackStatus(arguments.directory()).components();
    if (all.isEmpty()) {
      out.println("No stack was ever started here: './scheduler dev' starts one.");
      return ExitCode.SOFTWARE;
    }
    all.forEach(out::println);
    return all.stream().allMatch(ComponentStatus::up) ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
