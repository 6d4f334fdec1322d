package org.goodtiming.scheduler.dev;

import java.util.concurrent.Callable;
import org.goodtiming.scheduler.dev.ControlRequest.Action;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./scheduler start node-1}: starts one component of a running stack again. */
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    header = "Starts one component of the running stack again.",
    description = {
      "Starts a component that was stopped or has crashed, with its data.",
      "Returns when the component serves its clients."
    })
final class StartCommand implements Callable<Integer> {
  @Parameters(paramLabel = "COMPONENT", description = "database, broker or node-N")
  private String component = "";

  @Mixin private StateArguments arguments = new StateArguments();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    new ControlClient(arguments.directory())
        .ask(new ControlRequest(Action.START, component), spec.commandLine().getOut()::println);
    return ExitCode.OK;
  }
}
