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
    header = "Measures how fast a queue of due jobs empties after an outage.",
    description = {
      "After an outage: many due jobs in one queue, which is resumed. Measures how fast they go,",
      "what heap the node needs, how punctual another queue stays meanwhile, and what table and",
      "indexes take on the disk before, at the top, and after the vacuum."
    })
public final class BacklogCommand implements Callable<Integer> {
  private static final int STRETCHES = 10;

  @Option(
      names = "--jobs",
      defaultValue = "1000000",
      description = "how many are due when the outage ends (${DEFAULT-VALUE})")
  private long jobs;

  @Option(
      names = "--no-worker",
      description = "what is handed over stays in the worker queue, as if all workers were away")
  private boolean noWorker;

  @Mixin private ScenarioArguments arguments = new ScenarioArguments();

  @Override
  public Integer call() throws Exception {
    arguments.run(
        "Backlog",
        "%,d due jobs in one queue, %s; another queue gets 100 jobs a second."
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
