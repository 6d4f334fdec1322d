package org.goodtiming.scheduler.benchmarks.crash;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.goodtiming.scheduler.benchmarks.report.MachineInfo;
import org.goodtiming.scheduler.dev.StackArguments;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./scheduler bench crash}: what becomes of due jobs when a node is killed. */
@Command(
    name = "crash",
    mixinStandardHelpOptions = true,
    header = "Kills nodes during dispatch; counts jobs that arrived twice or never.",
    description = {
      "Kills the only node, or the leader of two, of each scheduler while it dispatches due jobs.",
      "Reports how many jobs arrived twice or never, and the time until the last job arrived."
    })
public final class CrashCommand implements Callable<Integer> {

  @Option(
      names = "--jobs",
      defaultValue = "3000",
      description = "due jobs in each round (${DEFAULT-VALUE})")
  private int jobs;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      description = "number of kills of each scheduler (${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--of",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,2",
      description = "number of nodes, of which one is killed (${DEFAULT-VALUE})")
  private List<Integer> of = List.of();

  @Option(
      names = "--contenders",
      split = ",",
      paramLabel = "NAME",
      description = "only these schedulers; an unknown name prints the list")
  private List<String> contenders = List.of();

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "seed of the random number of dispatched jobs at the kill")
  private long seed;

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description = "file of the report (tests/benchmarks/results/crash.md of the checkout)")
  private @Nullable Path results;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private StackArguments arguments = new StackArguments();

  @Override
  public Integer call() throws Exception {
    var options = arguments.options().withProgress(System.out::println);
    var kept = options.project().resolve("tests/benchmarks/results/crash.md");
    var run =
        new CrashRun(
            options,
            subjects(),
            of,
            rounds,
            jobs,
            new Random(seed),
            MachineInfo.command(spec),
            results == null ? kept : results);
    System.out.println(run.run().table());
    return 0;
  }

  private List<CrashSubject> subjects() {
    try {
      return CrashSubject.named(contenders);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
