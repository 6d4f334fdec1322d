package org.goodtiming.scheduler.benchmarks.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.goodtiming.scheduler.benchmarks.WorkersOnNode;
import org.goodtiming.scheduler.benchmarks.longrun.WaitingRunListener;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./scheduler bench cancel}. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    header = "Measures how soon a worker is told that its running jobs are cancelled.",
    description = {
      "A worker begins many tracked jobs and does not end them. Another client cancels all of them by",
      "JMS, in one transaction. Measures the time from the first cancel message until the worker has",
      "received the notice of each run: first a JMS client, then an application on the node that",
      "executes the jobs with LongRunningJobs, each on a thread that asks every 100 ms."
    })
public final class CancelCommand implements Callable<Integer> {

  @Option(
      names = "--jobs",
      defaultValue = "1000",
      description = "jobs that run at the same time (${DEFAULT-VALUE})")
  private int jobs;

  @Option(
      names = "--rounds",
      defaultValue = "6",
      description = "rounds, the first of them to warm up (${DEFAULT-VALUE})")
  private int rounds;

  @Mixin private ScenarioArguments arguments = new ScenarioArguments();

  @Override
  public Integer call() throws Exception {
    arguments.run(
        "Cancel",
        "One node, %,d running jobs. The time from the first cancel message until the worker has the notice of a run; with `LongRunningJobs` until the run itself sees it, which it asks every %d ms."
            .formatted(jobs, WaitingRunListener.INTERVAL.toMillis()),
        this::measure);
    return 0;
  }

  private List<TextTable> measure(StackAccess site) throws Exception {
    var running = new RunningJobs(site, jobs);
    var client = table("a JMS client", site, running::cancelAll);
    try (var worker = WorkersOnNode.deployLongRuns(site.stack())) {
      var runs = new LongRuns(site, jobs);
      return List.of(client, table("an application with `LongRunningJobs`", site, runs::cancelAll));
    }
  }

  private TextTable table(String worker, StackAccess site, Callable<Lateness> cancelAll)
      throws Exception {
    var measured = new ArrayList<Lateness>();
    var table =
        new TextTable("The worker is %s.".formatted(worker), "round", "ms: p50 / p95 / p99 / max");
    for (int round = 0; round < rounds; round++) {
      var lateness = cancelAll.call();
      site.tell("%s, round %d: %s ms", worker, round, Texts.lateness(lateness));
      if (round > 0) {
        measured.add(lateness);
        table = table.row(Integer.toString(round), Texts.lateness(lateness));
      }
    }
    return table.row("median", Texts.lateness(Median.of(measured, each -> each.max())));
  }
}
