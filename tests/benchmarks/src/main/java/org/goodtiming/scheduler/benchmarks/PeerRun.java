package org.goodtiming.scheduler.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.goodtiming.scheduler.benchmarks.peers.Competition;
import org.goodtiming.scheduler.benchmarks.peers.Sizes;
import org.goodtiming.scheduler.benchmarks.report.Conditions;
import org.goodtiming.scheduler.benchmarks.report.MachineInfo;
import org.goodtiming.scheduler.benchmarks.report.Report;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.StackOptions;
import org.jspecify.annotations.Nullable;

/**
 * Ours beside its peers, on a stack of its own, with a report at the end.
 *
 * @param contenders names; all if there is none
 * @param kept where the report goes in the checkout
 * @param results where the report goes, or null for the place in the checkout
 */
record PeerRun(
    StackOptions options,
    List<String> contenders,
    Sizes sizes,
    String kept,
    @Nullable Path results) {

  void measure(String command) throws Exception {
    try (var stack = DevStack.start(stack());
        var competition = new Competition(stack, contenders, sizes, options.progress())) {
      var conditions =
          new Conditions(
              MachineInfo.now(),
              command,
              sizes.text(),
              MachineInfo.machine(),
              MachineInfo.servers(stack),
              competition.entrants());
      competition.run(samples -> new Report(conditions, samples).write(directory()));
      options.progress().accept("The report is in " + directory());
    }
  }

  void reportAnew() throws IOException {
    Report.read(directory()).write(directory());
    options.progress().accept("The report is in " + directory());
  }

  // An idle node without applications takes no resources from the measured contenders.
  private StackOptions stack() {
    return Competition.needsNode(contenders) ? options : options.withArchives(List.of());
  }

  private Path directory() {
    return results == null
        ? options.project().resolve("tests/benchmarks/results").resolve(kept)
        : results;
  }
}
