package org.goodtiming.scheduler.benchmarks;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.StackArguments;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./scheduler bench}: how fast the main path is here and now. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = {
      "Measures registration (from the queue to committed rows) and dispatch (from due rows to",
      "the worker queue), each round with a full queue, on a stack of its own."
    })
public final class BenchCommand implements Callable<Integer> {

  @Option(
      names = "--jobs",
      defaultValue = "50000",
      description = "jobs in each round (${DEFAULT-VALUE})")
  private int jobs;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "rounds, the first of them to warm up (${DEFAULT-VALUE})")
  private int rounds;

  @Mixin private StackArguments arguments = new StackArguments();

  private final PrintStream out = System.out;

  /** Runs the benchmark and ends the JVM with its exit status. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new BenchCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    try (var stack = DevStack.start(arguments.options().withProgress(out::println));
        var mainPath = new MainPath(stack)) {
      out.printf("%-6s %-12s %10s   CPU us/job%n", "round", "phase", "jobs/s");
      for (int round = 0; round < rounds; round++) {
        print(round, "register", mainPath.register(jobs));
        print(round, "dispatch", mainPath.dispatch(jobs));
        print(round, "bulk", mainPath.registerInBulk(jobs));
        mainPath.dispatch(jobs);
      }
    }
    return 0;
  }

  private void print(int round, String phase, Figure figure) {
    var name = round == 0 ? "warm-up" : Integer.toString(round);
    out.printf("%-7s %-11s %,10.0f   %s%n", name, phase, figure.jobsPerSecond(), figure.cpu());
  }
}
