package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.goodtiming.scheduler.chaos.CommitCutter.Cut;

/** The connection of a node or of a worker is cut amid a commit. */
final class CommitCutFaults {

  private static final int TIMES = 5;
  private static final Duration SHORTEST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(2);
  private static final Duration LIMIT = Duration.ofSeconds(30);

  static final List<Fault> ALL =
      Stream.concat(
              Stream.of(Cut.values()).map(CommitCutFaults::ofNode),
              Stream.of(Cut.values()).map(CommitCutFaults::ofWorker))
          .toList();

  private CommitCutFaults() {}

  private static Fault ofNode(Cut cut) {
    return fault(
        "commit-cut-",
        "five times a node's connection to PostgreSQL is cut at a commit, ",
        cut,
        context -> context.network().commitCutter(context.anyNode()));
  }

  private static Fault ofWorker(Cut cut) {
    return fault(
        "worker-cut-",
        "five times a worker's connection is cut at the commit of its reports, ",
        cut,
        context -> context.network().workerCutter());
  }

  private static Fault fault(
      String name, String text, Cut cut, Function<FaultContext, CommitCutter> cutters) {
    return new Fault(
            name + cut.name().toLowerCase(Locale.ROOT),
            text + cut.text(),
            context -> strike(context, cut, cutters))
        .lasting(LONGEST.multipliedBy(TIMES));
  }

  private static FaultOutcome strike(
      FaultContext context, Cut cut, Function<FaultContext, CommitCutter> cutters)
      throws InterruptedException {
    for (int i = 0; i < TIMES; i++) {
      var cutter = cutters.apply(context);
      cutter.arm(cut);
      if (!Wait.until(LIMIT, cutter::done)) {
        throw new IllegalStateException("no commit within %s".formatted(LIMIT));
      }
      context.wait(SHORTEST, LONGEST);
    }
    return FaultOutcome.of(TIMES + " connections");
  }
}
