package org.goodtiming.scheduler.benchmarks.scenario;

import static org.goodtiming.scheduler.benchmarks.scenario.Texts.count;
import static org.goodtiming.scheduler.benchmarks.scenario.Texts.format;
import static org.goodtiming.scheduler.benchmarks.scenario.Texts.mebibytes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.StackOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./scheduler bench footprint}. */
@Command(
    name = "footprint",
    mixinStandardHelpOptions = true,
    header = "Measures the resources of the scheduler: disk, heap, connections and start time.",
    description = {
      "Measures the bytes on the disk for each waiting job, the heap of a node with and without the",
      "EAR, both also with many waiting jobs, the connections, and the time from the start of a node",
      "to its first dispatch."
    })
public final class FootprintCommand implements Callable<Integer> {
  private static final String EAR = "scheduler-ear.ear";

  @Option(
      names = "--waiting",
      split = ",",
      defaultValue = "0,1000000,10000000",
      description = "number of waiting jobs in each stage, ascending (${DEFAULT-VALUE})")
  private List<Long> waiting = List.of();

  @Mixin private ScenarioArguments arguments = new ScenarioArguments();

  @Override
  public Integer call() throws Exception {
    long bare = heapWithout();
    arguments.run(
        "Footprint",
        "Resources of the scheduler while no job is due; each job has a body of 100 bytes. The node was restarted before each row.",
        this::onlyEar,
        site -> measure(site, bare));
    return 0;
  }

  /** The heap of a node without deployments. */
  private long heapWithout() throws IOException {
    try (var stack = DevStack.start(arguments.options().withArchives(List.of()))) {
      // As the others: what was needed to set it up is not there any more
      stack.node(1).stop();
      stack.node(1).start();
      try (var heap = NodeHeap.of(stack.node(1).pid())) {
        return heap.live();
      }
    }
  }

  private StackOptions onlyEar(StackOptions options) {
    return options.withArchives(
        options.archives().stream().filter(FootprintCommand::isEar).toList());
  }

  private static boolean isEar(Path archive) {
    return archive.endsWith(EAR);
  }

  private List<TextTable> measure(StackAccess site, long bare) throws Exception {
    var footprint = new Footprint(site, WaitingJobs.none(site));
    var stages = new ArrayList<Footprint.Stage>();
    for (long wanted : waiting) {
      stages.add(footprint.measure(wanted));
    }
    return List.of(disk(stages), memory(stages, bare));
  }

  private static TextTable disk(List<Footprint.Stage> stages) {
    var names = List.copyOf(stages.get(0).disk().keySet());
    var heading = new ArrayList<>(List.of("waiting jobs", "MiB"));
    names.forEach(name -> heading.add(name + " bytes/job"));
    heading.add("all bytes/job");
    var rows = stages.stream().filter(stage -> stage.waiting() > 0).map(FootprintCommand::disk);
    return new TextTable("Size on the disk.", heading, rows.toList());
  }

  private static List<String> disk(Footprint.Stage stage) {
    var bytes = stage.disk().values();
    double all = bytes.stream().mapToLong(Long::longValue).sum();
    return Stream.of(
            Stream.of(count(stage.waiting()), mebibytes(all)),
            bytes.stream().map(part -> format("%.0f", (double) part / stage.waiting())),
            Stream.of(format("%.0f", all / stage.waiting())))
        .flatMap(cells -> cells)
        .toList();
  }

  private static TextTable memory(List<Footprint.Stage> stages, long bare) {
    var table =
        new TextTable(
                "Heap is the size after full collections. Connections are those of the node, at rest and after 20 s with 100 jobs per second.",
                "waiting jobs",
                "heap MiB",
                "of the EAR MiB",
                "start to first dispatch ms",
                "database connections",
                "broker connections")
            .row("nothing deployed", mebibytes(bare), "", "", "", "");
    for (var stage : stages) {
      var connections = stage.connections();
      table =
          table.row(
              count(stage.waiting()),
              mebibytes(stage.heap()),
              mebibytes(stage.heap() - bare),
              count(stage.startMillis()),
              connections.database() + ", " + connections.databaseAfterWork(),
              connections.broker() + ", " + connections.brokerAfterWork());
    }
    return table;
  }
}
