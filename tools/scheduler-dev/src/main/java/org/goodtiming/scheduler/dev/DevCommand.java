package org.goodtiming.scheduler.dev;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code ./scheduler dev}: a stack in the foreground, until interrupted. */
@Command(
    name = "dev",
    mixinStandardHelpOptions = true,
    header = "Starts the stack and runs until interrupted; the data is kept.")
final class DevCommand implements Callable<Integer> {
  @Mixin private StackArguments arguments = new StackArguments();

  private final PrintStream out = System.out;

  @Override
  public Integer call() throws InterruptedException {
    try (var stack = DevStack.start(arguments.options().withProgress(out::println))) {
      out.println(Banner.of(stack));
      CrashWatch.start(stack, out);
      new CountDownLatch(1).await();
      return ExitCode.OK;
    }
  }
}
