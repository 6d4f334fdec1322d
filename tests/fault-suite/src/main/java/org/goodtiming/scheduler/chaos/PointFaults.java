package org.goodtiming.scheduler.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.goodtiming.scheduler.chaos.PointAction.Action;
import org.goodtiming.scheduler.dev.ServerNode;

/** A node dies or freezes exactly at a point of two-phase commit. */
final class PointFaults {

  private static final Duration SPRING_LIMIT = Duration.ofSeconds(30);
  private static final Duration PAST_FAILOVER = Duration.ofSeconds(8);

  static final List<Fault> ALL =
      Stream.of(
              atEach(Work.DISPATCH, Action.KILL),
              atEach(Work.REGISTRATION, Action.KILL),
              atEach(Work.REPORT, Action.KILL),
              atEach(Work.DEAD_LETTER, Action.KILL),
              Stream.of(
                  new Fault(
                          "recovery-killed",
                          "kill -9 after PostgreSQL committed, then twice more during recovery",
                          PointFaults::recovery)
                      // A last resource has nothing to recover
                      .in(mode -> mode == Transactions.XA),
                  new Fault(
                          "decider-killed",
                          "a node dies when PostgreSQL has committed a registration, and the leader dies between the two branches that it resolves for that node",
                          PointFaults::decider)
                      // In mode xa the broker has committed a registration before PostgreSQL does
                      .in(mode -> mode == Transactions.LAST_RESOURCE)),
              atEach(Work.DISPATCH, Action.FREEZE))
          .flatMap(faults -> faults)
          .toList();

  private PointFaults() {}

  private static Stream<Fault> atEach(Work work, Action action) {
    return Point.ofCommit().map(point -> fault(new PointAction(point, work, action)));
  }

  private static Fault fault(PointAction trap) {
    var fault =
        trap.action() == Action.KILL
            ? new Fault(
                name("kill-", trap), "kill -9 " + place(trap), context -> kill(context, trap))
            : new Fault(
                name("pause-", trap),
                "frozen past the failover interval " + place(trap),
                context -> freeze(context, trap));
    return fault.at(trap.point());
  }

  static String place(PointAction trap) {
    return trap.work().text() + ", " + trap.point().title();
  }

  static String name(String action, PointAction trap) {
    return action + trap.work().title() + "-" + trap.point().title();
  }

  private static FaultOutcome kill(FaultContext context, PointAction trap)
      throws InterruptedException {
    var victim = victim(context, trap);
    boolean leads = context.leads(victim);
    long epoch = context.epoch();
    killAt(context, victim, trap);
    var dead = context.lost(epoch);
    victim.kill();
    victim.start();
    return leads
        ? FaultOutcome.toLeader(victim.name(), dead)
        : FaultOutcome.of(victim.name() + ", a follower");
  }

  private static FaultOutcome freeze(FaultContext context, PointAction trap)
      throws InterruptedException {
    var victim = victim(context, trap);
    long epoch = context.epoch();
    freezeAt(context, victim, trap);
    var lost = context.lost(epoch);
    context.wait(PAST_FAILOVER, PAST_FAILOVER.multipliedBy(2));
    victim.resume();
    return FaultOutcome.toLeader(victim.name(), lost);
  }

  private static FaultOutcome recovery(FaultContext context) throws InterruptedException {
    var first = new PointAction(Point.DATABASE_COMMITTED, Work.DISPATCH, Action.KILL);
    var again = new PointAction(Point.RECOVERY, Work.RECOVERY, Action.KILL);
    var victim = context.leader();
    long epoch = context.epoch();
    killAt(context, victim, first);
    var dead = context.lost(epoch);
    for (int i = 0; i < 2; i++) {
      victim.kill();
      context.points().arm(victim, again);
      startAndDie(victim);
    }
    victim.kill();
    victim.start();
    return FaultOutcome.toLeader(victim.name() + ", and twice in recovery", dead);
  }

  private static FaultOutcome decider(FaultContext context) throws InterruptedException {
    var decider = context.leader();
    var victim = context.other(decider);
    long epoch = context.epoch();
    context
        .points()
        .arm(decider, new PointAction(Point.FIRST_BRANCH_ENDED, Work.RESOLUTION, Action.KILL));
    killAt(
        context, victim, new PointAction(Point.DATABASE_COMMITTED, Work.REGISTRATION, Action.KILL));
    awaitDeath(decider);
    var dead = context.lost(epoch);
    for (var node : List.of(victim, decider)) {
      node.kill();
      node.start();
    }
    return FaultOutcome.toLeader(decider.name() + " while it decides for " + victim.name(), dead);
  }

  /** Returns when it is dead. */
  static void killAt(FaultContext context, ServerNode victim, PointAction trap)
      throws InterruptedException {
    context.points().arm(victim, trap);
    awaitDeath(victim);
  }

  /** Returns when it is frozen. */
  static void freezeAt(FaultContext context, ServerNode victim, PointAction trap)
      throws InterruptedException {
    context.points().arm(victim, trap);
    if (!Wait.until(SPRING_LIMIT, () -> context.points().sprung(victim, trap))
        || !Wait.until(SPRING_LIMIT, () -> isFrozen(victim.pid()))) {
      throw new IllegalStateException(victim.name() + " never reached that point");
    }
  }

  // The state follows the name of the program, which is in parentheses.
  private static boolean isFrozen(long pid) throws IOException {
    var status = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    return status.charAt(status.lastIndexOf(')') + 2) == 'T';
  }

  private static void startAndDie(ServerNode victim) {
    try {
      victim.start();
    } catch (RuntimeException endedWhileStarting) {
      return;
    }
    throw new IllegalStateException(victim.name() + " did not reach its recovery");
  }

  // Whichever node registers, or stores reports or dead letters; the leader dispatches.
  static ServerNode victim(FaultContext context, PointAction trap) {
    return trap.work() == Work.DISPATCH ? context.leader() : context.anyNode();
  }

  /** Returns when it is dead, which it may be already. */
  static void awaitDeath(ServerNode victim) throws InterruptedException {
    var process = ProcessHandle.of(victim.pid());
    if (process.isEmpty()) {
      return;
    }
    try {
      process.get().onExit().get(SPRING_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(victim.name() + " never reached that point", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
