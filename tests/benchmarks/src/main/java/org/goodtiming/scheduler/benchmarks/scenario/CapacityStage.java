package org.goodtiming.scheduler.benchmarks.scenario;

import static org.goodtiming.scheduler.benchmarks.scenario.Texts.count;
import static org.goodtiming.scheduler.benchmarks.scenario.Texts.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.benchmarks.Figure;
import org.goodtiming.scheduler.benchmarks.MainPath;
import org.goodtiming.scheduler.benchmarks.WorkersOnNode;
import org.goodtiming.scheduler.benchmarks.worker.WaitingListener;
import org.goodtiming.scheduler.dev.ServerNode;

/** Measures registration, dispatch and execution of a number of nodes and partitions. */
final class CapacityStage {

  private final StackAccess site;
  private final MainPath mainPath;
  private final List<ServerNode> nodes;
  private final int partitions;
  private final List<Figure> register = new ArrayList<>();
  private final List<Figure> dispatch = new ArrayList<>();
  private final Map<Integer, List<Figure>> execute = new LinkedHashMap<>();

  /**
   * @param nodes that run
   */
  CapacityStage(StackAccess site, MainPath mainPath, List<ServerNode> nodes, int partitions) {
    this.site = site;
    this.mainPath = mainPath;
    this.nodes = List.copyOf(nodes);
    this.partitions = partitions;
  }

  /** Registration, and dispatch of two queues. */
  void measureMainPath(int jobs, int rounds) throws Exception {
    for (int round = 0; round < rounds; round++) {
      keep(round, "registered", mainPath.register(jobs), register);
      keep(round, "dispatched", mainPath.dispatchBoth(jobs), dispatch);
    }
  }

  /** Measures execution by a number of instances of the worker on each node. */
  void measureWorkers(int instances, int jobs, int rounds) throws Exception {
    try (var workers = WorkersOnNode.deploy(site.stack(), nodes, instances)) {
      for (int round = 0; round < rounds; round++) {
        keep(
            round,
            "executed by %d instances on each node".formatted(instances),
            mainPath.execute(WaitingListener.QUEUE, jobs * instances * nodes.size()),
            execute.computeIfAbsent(instances, each -> new ArrayList<>()));
      }
    }
  }

  private void keep(int round, String what, Figure figure, List<Figure> figures) {
    site.tell(
        "%d nodes, %d partitions, round %d: %,.0f jobs/s %s",
        nodes.size(), partitions, round, figure.jobsPerSecond(), what);
    if (round > 0) {
      figures.add(figure);
    }
  }

  static List<TextTable> tables(List<CapacityStage> stages) {
    var path =
        new TextTable(
            "",
            "nodes",
            "partitions",
            "registered jobs/s",
            "CPU us/job",
            "dispatched jobs/s",
            "CPU us/job");
    var workers =
        new TextTable(
            "",
            "nodes",
            "partitions",
            "instances on each node",
            "executed jobs/s",
            "jobs/s by instance",
            "CPU us/job");
    for (CapacityStage stage : stages) {
      path = stage.addMainPath(path);
      workers = stage.addWorkers(workers);
    }
    return List.of(path, workers);
  }

  private TextTable addMainPath(TextTable table) {
    var registered = Growth.median(register);
    var dispatched = Growth.median(dispatch);
    return table.row(
        count(nodes.size()),
        count(partitions),
        count(registered.jobsPerSecond()),
        registered.cpu().toString(),
        count(dispatched.jobsPerSecond()),
        dispatched.cpu().toString());
  }

  private TextTable addWorkers(TextTable table) {
    var all = table;
    for (var measured : execute.entrySet()) {
      var median = Growth.median(measured.getValue());
      int instances = measured.getKey() * nodes.size();
      all =
          all.row(
              count(nodes.size()),
              count(partitions),
              count(measured.getKey()),
              count(median.jobsPerSecond()),
              format("%.0f", median.jobsPerSecond() / instances),
              median.cpu().toString());
    }
    return all;
  }
}
