package org.goodtiming.scheduler.benchmarks.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.goodtiming.scheduler.benchmarks.MainPath;
import org.goodtiming.scheduler.benchmarks.WorkersOnNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./scheduler bench growth}. */
@Command(
    name = "growth",
    mixinStandardHelpOptions = true,
    header = "Measures the main path with a growing number of waiting jobs.",
    description = {
      "Measures registration, dispatch, execution, lateness and the cost of a poll that finds nothing",
      "due, with a growing number of waiting jobs that are due in weeks. The first stage is repeated",
      "at the end: a difference between the two is caused by the machine, not by the table.",
      "Ten million jobs need 10 GB of disk."
    })
public final class GrowthCommand implements Callable<Integer> {

  @Option(
      names = "--waiting",
      split = ",",
      defaultValue = "0,1000000,10000000",
      description = "number of waiting jobs in each stage, ascending (${DEFAULT-VALUE})")
  private List<Long> waiting = List.of();

  @Option(
      names = "--jobs",
      defaultValue = "50000",
      description = "jobs in each round (${DEFAULT-VALUE})")
  private int jobs;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "rounds per stage, and of the warm-up (${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--seconds",
      defaultValue = "30",
      description = "duration of the measurement of lateness, in seconds (${DEFAULT-VALUE})")
  private int seconds;

  @Mixin private ScenarioArguments arguments = new ScenarioArguments();

  @Override
  public Integer call() throws Exception {
    arguments.run(
        "Growth",
        "The main path with a growing number of waiting jobs that are not due, medians of %d rounds of %,d jobs. The last row has as few waiting jobs as the first: a difference between the two is caused by the machine."
            .formatted(rounds, jobs),
        this::measure);
    return 0;
  }

  private List<TextTable> measure(StackAccess site) throws Exception {
    try (var mainPath = new MainPath(site.stack());
        var workers = WorkersOnNode.deploy(site.stack())) {
      var growth = new Growth(site, mainPath, PollCost.of(site), jobs, rounds, seconds);
      var waitingJobs = WaitingJobs.none(site);
      growth.warmUp();
      var stages = new ArrayList<Growth.Stage>();
      for (long wanted : waiting) {
        stages.add(growth.measure(Texts.count(waitingJobs.fillUpTo(wanted))));
      }
      waitingJobs.forget();
      stages.add(growth.measure(Texts.count(waitingJobs.fillUpTo(waiting.get(0))) + " again"));
      return new GrowthTables(stages).all();
    }
  }
}
