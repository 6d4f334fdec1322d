package org.goodtiming.scheduler.benchmarks;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.goodtiming.scheduler.benchmarks.crash.CrashCommand;
import org.goodtiming.scheduler.benchmarks.peers.Competition;
import org.goodtiming.scheduler.benchmarks.peers.Sizes;
import org.goodtiming.scheduler.benchmarks.raw.BarePipelines;
import org.goodtiming.scheduler.benchmarks.raw.Shape;
import org.goodtiming.scheduler.benchmarks.recurrence.RecurrenceCommand;
import org.goodtiming.scheduler.benchmarks.report.MachineInfo;
import org.goodtiming.scheduler.benchmarks.scenario.BacklogCommand;
import org.goodtiming.scheduler.benchmarks.scenario.CancelCommand;
import org.goodtiming.scheduler.benchmarks.scenario.CapacityCommand;
import org.goodtiming.scheduler.benchmarks.scenario.DayCommand;
import org.goodtiming.scheduler.benchmarks.scenario.FootprintCommand;
import org.goodtiming.scheduler.benchmarks.scenario.GrowthCommand;
import org.goodtiming.scheduler.benchmarks.scenario.RestCommand;
import org.goodtiming.scheduler.benchmarks.scenario.SchedulesCommand;
import org.goodtiming.scheduler.benchmarks.scenario.TrackedCommand;
import org.goodtiming.scheduler.benchmarks.scenario.WorkersCommand;
import org.goodtiming.scheduler.benchmarks.worker.DrainingListener;
import org.goodtiming.scheduler.benchmarks.worker.SingleListener;
import org.goodtiming.scheduler.dev.CommandLines;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.StackArguments;
import org.goodtiming.scheduler.dev.StackOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./scheduler bench}: how fast the main path is here and now. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    subcommands = {
      CrashCommand.class,
      GrowthCommand.class,
      BacklogCommand.class,
      DayCommand.class,
      FootprintCommand.class,
      WorkersCommand.class,
      TrackedCommand.class,
      CapacityCommand.class,
      CancelCommand.class,
      RestCommand.class,
      SchedulesCommand.class,
      RecurrenceCommand.class
    },
    header = "Measures the throughput of the main path; compares it with other schedulers.",
    description = {
      "Measures registration (from the queue to committed rows), dispatch (from due rows to the",
      "worker queue) and execution (from due rows to finished workers that do nothing: many jobs in",
      "one transaction, and one by one), each round with a full queue, on a separate stack.",
      "Also measures the same pipelines without a container, as threads x jobs in one transaction.",
      "With --all, --quick, --warm, --recurring or --contenders: compares with other schedulers on",
      "the same servers; the report goes to tests/benchmarks/results."
    })
public final class BenchCommand implements Callable<Integer> {

  /** Divides the number of jobs for a transaction per job, which takes longer. */
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
      description = "rounds; the first one is the warm-up (${DEFAULT-VALUE})")
  private int rounds;

  @Option(names = "--all", description = "compare all schedulers, about an hour and a half")
  private boolean all;

  @Option(names = "--quick", description = "compare all schedulers, small sizes, half an hour")
  private boolean quick;

  @Option(
      names = "--warm",
      description = {
        "compare all schedulers after two minutes of warm-up each, in five rounds, and with their",
        "first round; almost two hours"
      })
  private boolean warm;

  @Option(
      names = "--contenders",
      split = ",",
      paramLabel = "NAME",
      description = "compare only these; 'list' prints all names")
  private List<String> contenders = List.of();

  @Option(
      names = "--recurring",
      paramLabel = "JOBS",
      description = {
        "compare the schedulers that have recurring jobs, with so many due at once;",
        "about fifteen minutes for 100000"
      })
  private int recurring;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description =
          "directory of the report (tests/benchmarks/results/quick, /full, /warm or /recurring of the checkout)")
  private @Nullable Path results;

  @Option(
      names = "--report",
      description = "measure nothing, write the report of --results again from its samples")
  private boolean reportOnly;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private StackArguments arguments = new StackArguments();

  private final PrintStream out = System.out;

  /** Runs the benchmark and ends the JVM with its exit status. */
  public static void main(String[] arguments) {
    System.exit(CommandLines.of(new BenchCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    var options = arguments.options().withProgress(out::println);
    var run = peerRun(options);
    if (contenders.equals(List.of("list"))) {
      out.println(Competition.names());
    } else if (reportOnly) {
      run.reportAnew();
    } else if (all || quick || warm || recurring > 0 || !contenders.isEmpty()) {
      comparePeers(run);
    } else {
      measureMainPath(options);
    }
    return 0;
  }

  private PeerRun peerRun(StackOptions options) {
    if (recurring > 0) {
      var names = contenders.isEmpty() ? Competition.withRecurringJobs() : contenders;
      return new PeerRun(options, names, Sizes.ofRecurring(recurring), "recurring", results);
    }
    if (warm) {
      return new PeerRun(options, contenders, Sizes.WARM, "warm", results);
    }
    return quick
        ? new PeerRun(options, contenders, Sizes.QUICK, "quick", results)
        : new PeerRun(options, contenders, Sizes.FULL, "full", results);
  }

  private void comparePeers(PeerRun run) throws Exception {
    try {
      Competition.check(contenders);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    run.measure(MachineInfo.command(spec));
  }

  private void measureMainPath(StackOptions options) throws Exception {
    try (var stack = DevStack.start(options);
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
  }

  private void print(int round, String phase, Figure figure) {
    var name = round == 0 ? "warm-up" : Integer.toString(round);
    out.printf("%-7s %-23s %,10.0f   %s%n", name, phase, figure.jobsPerSecond(), figure.cpu());
  }
}
