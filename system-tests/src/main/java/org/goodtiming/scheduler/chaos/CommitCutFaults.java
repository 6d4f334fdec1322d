package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.goodtiming.scheduler.chaos.CommitCutter.Cut;

/** A node's connection to PostgreSQL is cut amid a commit. */
final class CommitCutFaults {

  private static final int TIMES = 5;
  private static final Duration SHORTEST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(2);
  private static final Duration LIMIT = Duration.ofSeconds(30);

  static final List<Fault> ALL = Stream.of(Cut.values()).map(CommitCutFaults::fault).toList();

  private CommitCutFaults() {}

  private static Fault fault(Cut cut) {
    return new Fault(
            "commit-cut-" + cut.name().toLowerCase(Locale.ROOT),
            "five times a node's connection is cut at a commit, " + cut.text(),
            context -> strike(context, cut))
        .lasting(LONGEST.multipliedBy(TIMES));
  }

  private static FaultOutcome strike(FaultContext context, Cut cut) throws InterruptedException {
    for (int i = 0; i < TIMES; i++) {
      var victim = context.anyNode();
      var cutter = context.network().commitCutter(victim);
      cutter.arm(cut);
      if (!Wait.until(LIMIT, cutter::done)) {
        throw new IllegalStateException(victim.name() + " never committed");
      }
      context.wait(SHORTEST, LONGEST);
    }
    return FaultOutcome.of(TIMES + " connections");
  }
}
