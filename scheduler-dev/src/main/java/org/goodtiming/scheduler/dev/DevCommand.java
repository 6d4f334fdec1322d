package org.goodtiming.scheduler.dev;

import java.io.PrintStream;
import java.util.HashSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code ./scheduler dev}: a stack in the foreground, until interrupted. */
@Command(
    name = "dev",
    mixinStandardHelpOptions = true,
    description = "Starts the stack and stays until interrupted; the data is kept.")
final class DevCommand implements Callable<Integer> {
  private static final long WATCH_MILLIS = 2_000;

  @Mixin private StackArguments arguments = new StackArguments();

  private final PrintStream out = System.out;

  @Override
  public Integer call() throws InterruptedException {
    try (var stack = DevStack.start(arguments.options().withProgress(out::println))) {
      out.println(Banner.of(stack));
      watch(stack);
    }
    return ExitCode.OK;
  }

  private void watch(DevStack stack) throws InterruptedException {
    var told = new HashSet<String>();
    while (!Thread.currentThread().isInterrupted()) {
      Thread.sleep(WATCH_MILLIS);
      var missing = stack.missing();
      missing.stream()
          .filter(told::add)
          .forEach(name -> out.printf("%s has ended, see %s%n", name, stack.logs()));
      told.retainAll(missing);
    }
  }
}
