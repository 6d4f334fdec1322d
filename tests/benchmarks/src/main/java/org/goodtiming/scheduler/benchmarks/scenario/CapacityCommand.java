package org.goodtiming.scheduler.benchmarks.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.goodtiming.scheduler.benchmarks.Ledger;
import org.goodtiming.scheduler.benchmarks.MainPath;
import org.goodtiming.scheduler.benchmarks.Table;
import org.goodtiming.scheduler.benchmarks.worker.WaitingListener;
import org.goodtiming.scheduler.dev.ServerNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./scheduler bench capacity}. */
@Command(
    name = "capacity",
    mixinStandardHelpOptions = true,
    header = "Measures what a second node, a second partition and more workers add.",
    description = {
      "Measures registration, dispatch of two worker queues, and execution by a message-driven bean",
      "that waits 5 ms in the transaction of each job: with one node, with two nodes and one",
      "partition, and with two nodes that lead a partition each."
    })
public final class CapacityCommand implements Callable<Integer> {

  private static final String SECOND_PARTITION = "second";

  @Option(
      names = "--jobs",
      defaultValue = "20000",
      description = "jobs that are registered, and dispatched from each queue (${DEFAULT-VALUE})")
  private int jobs;

  @Option(
      names = "--instances",
      split = ",",
      defaultValue = "1,4,16",
      description = "how many instances of the worker on each node (${DEFAULT-VALUE})")
  private List<Integer> instances = List.of();

  @Option(
      names = "--jobs-of-worker",
      defaultValue = "300",
      description = "jobs of each instance in a round (${DEFAULT-VALUE})")
  private int jobsOfWorker;

  @Option(
      names = "--rounds",
      defaultValue = "4",
      description = "rounds of each stage, the first of them to warm up (${DEFAULT-VALUE})")
  private int rounds;

  @Mixin private ScenarioArguments arguments = new ScenarioArguments();

  @Override
  public Integer call() throws Exception {
    arguments.run(
        "Capacity",
        "Medians of %d rounds. All servers share the processors of one machine. %,d jobs are registered, then as many dispatched from each of two queues; a worker takes %d ms for a job, in a transaction of its own."
            .formatted(rounds - 1, jobs, WaitingListener.MILLIS),
        options -> options.withNodes(2),
        this::measure);
    return 0;
  }

  private List<TextTable> measure(StackAccess site) throws Exception {
    List<CapacityStage> stages = new ArrayList<>();
    try (var mainPath = new MainPath(site.stack())) {
      ServerNode second = site.stack().node(2);
      second.stop();
      stages.add(stage(site, mainPath, 1));
      second.start();
      stages.add(stage(site, mainPath, 1));
      second.stop();
      addPartition(site, second);
      stages.add(stage(site, mainPath, 2));
    }
    return CapacityStage.tables(stages);
  }

  private CapacityStage stage(StackAccess site, MainPath mainPath, int partitions)
      throws Exception {
    List<ServerNode> nodes = site.stack().nodes().stream().filter(ServerNode::running).toList();
    var stage = new CapacityStage(site, mainPath, nodes, partitions);
    stage.measureMainPath(jobs, rounds);
    for (int each : instances) {
      stage.measureWorkers(each, jobsOfWorker, rounds);
    }
    return stage;
  }

  private static void addPartition(StackAccess site, ServerNode leader) throws Exception {
    new Ledger(site.database()).move(MainPath.SECOND_QUEUE, SECOND_PARTITION);
    leader.start(Map.of("SCHEDULER_LEASE_PARTITIONS", SECOND_PARTITION));
    Table.await(
        site.database(),
        "SELECT count(*) FROM scheduler.lease_status WHERE partition = '%s' AND holder = '%s' AND state = 'held'"
            .formatted(SECOND_PARTITION, leader.name()),
        held -> held == 1);
  }
}
