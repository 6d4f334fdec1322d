package org.goodtiming.scheduler.benchmarks;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.goodtiming.scheduler.benchmarks.raw.BarePipelines;
import org.goodtiming.scheduler.benchmarks.raw.Shape;
import org.goodtiming.scheduler.benchmarks.worker.DrainingListener;
import org.goodtiming.scheduler.benchmarks.worker.SingleListener;
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
      "Measures registration (from the queue to committed rows), dispatch (from due rows to the",
      "worker queue) and execution (from due rows to finished workers that do nothing: many jobs in",
      "one transaction, and one by one), each round with a full queue, on a stack of its own.",
      "Beside it the bare pipelines without a container, as threads x jobs in one transaction."
    })
public final class BenchCommand implements Callable<Integer> {

  /** One transaction a job takes so much longer, and is measured with fewer jobs. */
  private static final int ONE_BY_ONE_SHARE = 10;

  private static final List<Shape> BARE =
      List.of(new Shape(1000, 1), new Shape(200, 1), new Shape(1000, 2), new Shape(200, 2));

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
        var mainPath = new MainPath(stack);
        var workers = WorkersOnNode.deploy(stack)) {
      var bare = new BarePipelines(stack);
      out.printf("%-7s %-23s %10s   CPU us/job%n", "round", "phase", "jobs/s");
      for (int round = 0; round < rounds; round++) {
        print(round, "register", mainPath.register(jobs));
        print(round, "dispatch", mainPath.dispatch(jobs));
        print(round, "bulk", mainPath.registerInBulk(jobs));
        mainPath.dispatch(jobs);
        print(round, "execute", mainPath.execute(DrainingListener.QUEUE, jobs));
        print(round, "one by one", mainPath.execute(SingleListener.QUEUE, jobs / ONE_BY_ONE_SHARE));
        for (var shape : BARE) {
          print(round, "bare register " + shape, bare.register(jobs, shape));
          print(round, "bare dispatch " + shape, bare.dispatch(jobs, shape));
        }
      }
    }
    return 0;
  }

  private void print(int round, String phase, Figure figure) {
    var name = round == 0 ? "warm-up" : Integer.toString(round);
    out.printf("%-7s %-23s %,10.0f   %s%n", name, phase, figure.jobsPerSecond(), figure.cpu());
  }
}
