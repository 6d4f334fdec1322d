package org.goodtiming.scheduler.benchmarks.scenario;

import static org.goodtiming.scheduler.benchmarks.scenario.Texts.count;
import static org.goodtiming.scheduler.benchmarks.scenario.Texts.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.goodtiming.scheduler.benchmarks.Figure;
import org.goodtiming.scheduler.benchmarks.MainPath;
import org.goodtiming.scheduler.benchmarks.WorkersOnNode;
import org.goodtiming.scheduler.benchmarks.worker.WaitingListener;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./scheduler bench workers}. */
@Command(
    name = "workers",
    mixinStandardHelpOptions = true,
    header = "Measures how throughput grows with the instances of a worker.",
    description = {
      "Measures execution, from due rows to finished workers, with more and more instances of a",
      "message-driven bean that waits 5 ms in the transaction of each job."
    })
public final class WorkersCommand implements Callable<Integer> {

  @Option(
      names = "--instances",
      split = ",",
      defaultValue = "1,2,4,8",
      description = "how many instances in each stage (${DEFAULT-VALUE})")
  private List<Integer> instances = List.of();

  @Option(
      names = "--jobs",
      defaultValue = "500",
      description = "jobs of each instance in a round (${DEFAULT-VALUE})")
  private int jobs;

  @Option(
      names = "--rounds",
      defaultValue = "4",
      description = "rounds of all stages, the first of them to warm up (${DEFAULT-VALUE})")
  private int rounds;

  @Mixin private ScenarioArguments arguments = new ScenarioArguments();

  @Override
  public Integer call() throws Exception {
    arguments.run(
        "Workers",
        "One node; each job takes its worker %d ms, and has a transaction of its own. Medians of %d rounds, with %d jobs for each instance."
            .formatted(WaitingListener.MILLIS, rounds - 1, jobs),
        this::measure);
    return 0;
  }

  private List<TextTable> measure(StackAccess site) throws Exception {
    Map<Integer, List<Figure>> figures = new LinkedHashMap<>();
    try (var mainPath = new MainPath(site.stack())) {
      for (int round = 0; round < rounds; round++) {
        for (int each : instances) {
          var figure = measure(site, mainPath, each);
          site.tell("round %d, %d instances: %,.0f jobs/s", round, each, figure.jobsPerSecond());
          if (round > 0) {
            figures.computeIfAbsent(each, key -> new ArrayList<>()).add(figure);
          }
        }
      }
    }
    return List.of(table(figures));
  }

  private Figure measure(StackAccess site, MainPath mainPath, int each) throws Exception {
    try (var workers = WorkersOnNode.deploy(site.stack(), each)) {
      return mainPath.execute(WaitingListener.QUEUE, jobs * each);
    }
  }

  private static TextTable table(Map<Integer, List<Figure>> figures) {
    var table = new TextTable("", "instances", "jobs/s", "jobs/s by instance", "CPU us/job");
    for (var stage : figures.entrySet()) {
      var median = Growth.median(stage.getValue());
      table =
          table.row(
              count(stage.getKey()),
              count(median.jobsPerSecond()),
              format("%.0f", median.jobsPerSecond() / stage.getKey()),
              median.cpu().toString());
    }
    return table;
  }
}
