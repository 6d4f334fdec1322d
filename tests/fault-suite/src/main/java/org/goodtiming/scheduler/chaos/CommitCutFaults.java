package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.goodtiming.scheduler.chaos.CommitCutter.Cut;
import org.goodtiming.scheduler.chaos.PointAction.Action;

/** The connection of a node or of a worker is cut amid a commit. */
final class CommitCutFaults {

  private static final int TIMES = 5;
  private static final Duration SHORTEST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(2);
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final PointAction ASKING =
      new PointAction(Point.OUTCOME_ASKED, Work.LOST_ANSWER, Action.KILL);

  static final List<Fault> ALL =
      Stream.<Function<Cut, Fault>>of(
              CommitCutFaults::ofNode, CommitCutFaults::thenKilled, CommitCutFaults::ofWorker)
          .flatMap(kind -> Stream.of(Cut.values()).map(kind))
          .toList();

  private CommitCutFaults() {}

  private static Fault ofNode(Cut cut) {
    return fault(
        "commit-cut-",
        "five times a node's connection to PostgreSQL is cut at a commit, ",
        cut,
        context -> context.network().commitCutter(context.anyNode()));
  }

  private static Fault thenKilled(Cut cut) {
    return new Fault(
            "asking-killed-" + title(cut),
            "a node's connection to PostgreSQL is cut at commits, %s, and the node is killed when it asks for the outcome; it stays dead until nothing is in doubt"
                .formatted(cut.text()),
            context -> killAsking(context, cut))
        .at(ASKING.point());
  }

  private static FaultOutcome killAsking(FaultContext context, Cut cut)
      throws InterruptedException {
    var victim = context.anyNode();
    var cutter = context.network().commitCutter(victim);
    context.points().arm(victim, ASKING);
    // A transaction without a branch at the broker asks nothing: then the next commit is cut, too
    boolean asked =
        Wait.until(
            LIMIT,
            () -> {
              if (cutter.done()) {
                cutter.arm(cut);
              }
              return context.points().sprung(victim, ASKING);
            });
    if (!asked) {
      throw new IllegalStateException(victim.name() + " has not asked within " + LIMIT);
    }
    cutter.disarm();
    PointFaults.awaitDeath(victim);
    victim.kill();
    return FaultOutcome.of(victim.name()).stayingDead();
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
    return new Fault(name + title(cut), text + cut.text(), context -> strike(context, cut, cutters))
        .lasting(LONGEST.multipliedBy(TIMES));
  }

  private static String title(Cut cut) {
    return cut.name().toLowerCase(Locale.ROOT);
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
