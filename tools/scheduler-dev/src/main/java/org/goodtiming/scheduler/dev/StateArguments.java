package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The stack on which a command acts. */
final class StateArguments {
  @Option(
      names = "--project",
      hidden = true,
      defaultValue = "${sys:scheduler.project:-.}",
      description = "root of the checkout")
  private Path project = Path.of(".");

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "directory of data, logs, ports and passwords (.scheduler of the checkout)")
  private @Nullable Path state;

  StackOptions options() {
    var options = StackOptions.of(project);
    return state == null ? options : options.withState(state);
  }

  StateDirectory directory() {
    return new StateDirectory(options().state());
  }
}
