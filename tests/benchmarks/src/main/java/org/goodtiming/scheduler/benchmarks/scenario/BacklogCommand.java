package org.goodtiming.scheduler.benchmarks.scenario;

import java.util.List;
import java.util.concurrent.Callable;
import org.goodtiming.scheduler.benchmarks.WorkersOnNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./scheduler bench backlog}. */
@Command(
    name = "backlog",
    mixinStandardHelpOptions = true,
    header = "Measures how fast a backlog of due jobs is dispatched after an outage.",
    description = {
      "Resumes a paused queue with many due jobs, as after an outage. Measures the rate of dispatch,",
      "the heap of the node, the lateness of another queue at the same time, and the size of table and",
      "indexes before, at the maximum, and after the vacuum."
    })
public final class BacklogCommand implements Callable<Integer> {
  private static final int STRETCHES = 10;

  @Option(
      names = "--jobs",
      defaultValue = "1000000",
      description = "number of due jobs when the outage ends (${DEFAULT-VALUE})")
  private long jobs;

  @Option(
      names = "--no-worker",
      description = "no worker: dispatched jobs stay in the worker queue")
  private boolean noWorker;

  @Mixin private ScenarioArguments arguments = new ScenarioArguments();

  @Override
  public Integer call() throws Exception {
    arguments.run(
        "Backlog",
        "%,d due jobs in one queue, %s; another queue gets 100 jobs per second."
            .formatted(jobs, noWorker ? "which has no worker" : "whose worker does nothing"),
        this::measure);
    return 0;
  }

  private List<TextTable> measure(StackAccess site) throws Exception {
    try (var workers = WorkersOnNode.deploy(site.stack());
        var heap = NodeHeap.of(site.stack().node(1).pid())) {
      var result = new Backlog(site, !noWorker, heap, PollCost.of(site)).run(jobs);
      return new BacklogTables(result, jobs, jobs / STRETCHES).all();
    }
  }
}
