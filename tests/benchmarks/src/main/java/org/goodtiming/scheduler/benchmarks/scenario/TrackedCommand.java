package org.goodtiming.scheduler.benchmarks.scenario;

import static org.goodtiming.scheduler.benchmarks.scenario.Texts.count;
import static org.goodtiming.scheduler.benchmarks.scenario.Texts.format;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.goodtiming.scheduler.benchmarks.Figure;
import org.goodtiming.scheduler.benchmarks.MainPath;
import org.goodtiming.scheduler.benchmarks.WorkersOnNode;
import org.goodtiming.scheduler.benchmarks.worker.DrainingListener;
import org.goodtiming.scheduler.benchmarks.worker.ReportingListener;
import org.goodtiming.scheduler.benchmarks.worker.SingleListener;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./scheduler bench tracked}. */
@Command(
    name = "tracked",
    mixinStandardHelpOptions = true,
    header = "Measures what tracked jobs cost beside untracked ones.",
    description = {
      "Measures registration, dispatch and execution of untracked and of tracked jobs in turn, and",
      "the rate at which reports of workers are stored. The worker reports the start and the end of",
      "each tracked job in the transaction of its message, with a result of 100 characters: one job",
      "in each transaction, and many jobs. Last, a worker without reports, whose runs are finished",
      "when the broker has acknowledged their messages."
    })
public final class TrackedCommand implements Callable<Integer> {

  @Option(
      names = "--jobs",
      defaultValue = "20000",
      description = "jobs of each measurement (${DEFAULT-VALUE})")
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
        "Tracked",
        "One node. Medians of %d rounds; untracked and tracked jobs take turns. Execution ends when the reports are stored."
            .formatted(rounds - 1),
        this::measure);
    return 0;
  }

  /** The figures of the rounds. */
  private record Series(
      List<Figure> register,
      List<Figure> dispatch,
      List<Figure> execute,
      List<Figure> executeInBatches,
      List<Figure> acknowledge) {

    Series() {
      this(
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>());
    }

    void measure(MainPath mainPath, int jobs, boolean tracked) throws Exception {
      register.add(mainPath.register(jobs, tracked));
      dispatch.add(mainPath.dispatch(jobs));
      execute.add(mainPath.report(ReportingListener.QUEUE, jobs, tracked));
      executeInBatches.add(mainPath.report(DrainingListener.QUEUE, jobs, tracked));
      acknowledge.add(mainPath.acknowledge(SingleListener.QUEUE, jobs, tracked));
    }
  }

  private List<TextTable> measure(StackAccess site) throws Exception {
    var untracked = new Series();
    var tracked = new Series();
    var reports = new ArrayList<Figure>();
    try (var workers = WorkersOnNode.deploy(site.stack());
        var mainPath = new MainPath(site.stack())) {
      for (int round = 0; round < rounds; round++) {
        // Who is second finds warmer servers: they take turns in that, too
        boolean first = round % 2 == 1;
        (first ? tracked : untracked).measure(mainPath, jobs, first);
        (first ? untracked : tracked).measure(mainPath, jobs, !first);
        reports.add(mainPath.drainReports(jobs));
        site.tell(
            "round %d: executed %,.0f untracked and %,.0f tracked jobs/s, in batches %,.0f and %,.0f, finished when acknowledged %,.0f and %,.0f, stored %,.0f reports/s",
            round,
            last(untracked.execute()).jobsPerSecond(),
            last(tracked.execute()).jobsPerSecond(),
            last(untracked.executeInBatches()).jobsPerSecond(),
            last(tracked.executeInBatches()).jobsPerSecond(),
            last(untracked.acknowledge()).jobsPerSecond(),
            last(tracked.acknowledge()).jobsPerSecond(),
            last(reports).jobsPerSecond());
      }
    }
    return List.of(steps(untracked, tracked), reports(median(reports)));
  }

  private static Figure last(List<Figure> figures) {
    return figures.get(figures.size() - 1);
  }

  private static Figure median(List<Figure> figures) {
    return Growth.median(figures.subList(1, figures.size()));
  }

  private static TextTable steps(Series untracked, Series tracked) {
    var table =
        new TextTable(
            "",
            "step",
            "untracked jobs/s",
            "tracked jobs/s",
            "ratio",
            "untracked CPU us/job",
            "tracked CPU us/job");
    table = step(table, "register", untracked.register(), tracked.register());
    table = step(table, "dispatch", untracked.dispatch(), tracked.dispatch());
    table = step(table, "execute", untracked.execute(), tracked.execute());
    table =
        step(table, "execute in batches", untracked.executeInBatches(), tracked.executeInBatches());
    return step(
        table,
        "execute, finished when acknowledged",
        untracked.acknowledge(),
        tracked.acknowledge());
  }

  private static TextTable step(
      TextTable table, String name, List<Figure> untracked, List<Figure> tracked) {
    var without = median(untracked);
    var with = median(tracked);
    return table.row(
        name,
        count(without.jobsPerSecond()),
        count(with.jobsPerSecond()),
        format("%.2f", with.jobsPerSecond() / without.jobsPerSecond()),
        without.cpu().toString(),
        with.cpu().toString());
  }

  private static TextTable reports(Figure median) {
    return new TextTable(
            "Reports that wait in their queue, two for each job.", "reports/s", "CPU us/report")
        .row(count(median.jobsPerSecond()), median.cpu().toString());
  }
}
