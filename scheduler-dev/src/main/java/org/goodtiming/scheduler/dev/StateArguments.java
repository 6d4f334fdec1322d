package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the commands that look at a stack without starting one. */
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
      description = "state directory of the stack (.scheduler of the checkout)")
  private @Nullable Path state;

  StateDirectory directory() {
    return new StateDirectory(state == null ? StackOptions.of(project).state() : state);
  }
}
