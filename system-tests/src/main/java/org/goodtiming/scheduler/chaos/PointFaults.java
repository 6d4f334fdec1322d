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
import org.goodtiming.scheduler.chaos.PointAction.Work;
import org.goodtiming.scheduler.dev.PayaraNode;

/** A node dies or freezes exactly at a point of two-phase commit. */
final class PointFaults {

  private static final Duration SPRING_LIMIT = Duration.ofSeconds(30);
  private static final Duration PAST_FAILOVER = Duration.ofSeconds(8);

  static final List<Fault> ALL =
      Stream.of(
              atEach(Work.HAND_OFF, Action.KILL),
              atEach(Work.REGISTRATION, Action.KILL),
              Stream.of(
                  new Fault(
                          "recovery-killed",
                          "kill -9 after PostgreSQL committed, then twice more during recovery",
                          PointFaults::recovery)
                      // As a last resource it has nothing to recover
                      .in(mode -> mode == Transactions.XA)),
              atEach(Work.HAND_OFF, Action.FREEZE))
          .flatMap(faults -> faults)
          .toList();

  private PointFaults() {}

  private static Stream<Fault> atEach(Work work, Action action) {
    return Stream.of(Point.values())
        .filter(point -> point != Point.RECOVERY)
        .map(point -> fault(new PointAction(point, work, action)));
  }

  private static Fault fault(PointAction trap) {
    var fault =
        trap.action() == Action.KILL
            ? new Fault(name("kill-", trap), "kill -9 " + place(trap), arena -> kill(arena, trap))
            : new Fault(
                name("pause-", trap),
                "frozen past the failover interval " + place(trap),
                arena -> freeze(arena, trap));
    return fault.at(trap.point());
  }

  static String place(PointAction trap) {
    return (trap.work() == Work.HAND_OFF ? "in a hand-off, " : "in a registration, ")
        + trap.point().title();
  }

  static String name(String action, PointAction trap) {
    return action
        + (trap.work() == Work.HAND_OFF ? "hand-off-" : "registration-")
        + trap.point().title();
  }

  private static FaultOutcome kill(FaultContext arena, PointAction trap)
      throws InterruptedException {
    var victim = victim(arena, trap);
    boolean leads = arena.leads(victim);
    long epoch = arena.epoch();
    killAt(arena, victim, trap);
    var dead = arena.lost(epoch);
    victim.kill();
    victim.start();
    return leads
        ? FaultOutcome.toLeader(victim.name(), dead)
        : FaultOutcome.of(victim.name() + ", a follower");
  }

  private static FaultOutcome freeze(FaultContext arena, PointAction trap)
      throws InterruptedException {
    var victim = victim(arena, trap);
    long epoch = arena.epoch();
    freezeAt(arena, victim, trap);
    var lost = arena.lost(epoch);
    arena.wait(PAST_FAILOVER, PAST_FAILOVER.multipliedBy(2));
    victim.resume();
    return FaultOutcome.toLeader(victim.name(), lost);
  }

  private static FaultOutcome recovery(FaultContext arena) throws InterruptedException {
    var first = new PointAction(Point.DATABASE_COMMITTED, Work.HAND_OFF, Action.KILL);
    var again = new PointAction(Point.RECOVERY, Work.RECOVERY, Action.KILL);
    var victim = arena.leader();
    long epoch = arena.epoch();
    killAt(arena, victim, first);
    var dead = arena.lost(epoch);
    for (int i = 0; i < 2; i++) {
      victim.kill();
      arena.points().arm(victim, again);
      startAndDie(victim);
    }
    victim.kill();
    victim.start();
    return FaultOutcome.toLeader(victim.name() + ", and twice in recovery", dead);
  }

  /** Returns when it is dead. */
  static void killAt(FaultContext arena, PayaraNode victim, PointAction trap)
      throws InterruptedException {
    arena.points().arm(victim, trap);
    awaitDeath(victim);
  }

  /** Returns when it is frozen. */
  static void freezeAt(FaultContext arena, PayaraNode victim, PointAction trap)
      throws InterruptedException {
    arena.points().arm(victim, trap);
    if (!Wait.until(SPRING_LIMIT, () -> arena.points().sprung(victim, trap))
        || !Wait.until(SPRING_LIMIT, () -> isFrozen(victim.pid()))) {
      throw new IllegalStateException(victim.name() + " never came to that point");
    }
  }

  // The state follows the name of the program, which is in parentheses.
  private static boolean isFrozen(long pid) throws IOException {
    var status = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    return status.charAt(status.lastIndexOf(')') + 2) == 'T';
  }

  private static void startAndDie(PayaraNode victim) {
    try {
      victim.start();
    } catch (RuntimeException endedWhileStarting) {
      return;
    }
    throw new IllegalStateException(victim.name() + " did not come to its recovery");
  }

  // Whichever node registers; the leader hands over.
  static PayaraNode victim(FaultContext arena, PointAction trap) {
    return trap.work() == Work.HAND_OFF ? arena.leader() : arena.anyNode();
  }

  private static void awaitDeath(PayaraNode victim) throws InterruptedException {
    var end = ProcessHandle.of(victim.pid()).map(ProcessHandle::onExit);
    try {
      end.orElseThrow().get(SPRING_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(victim.name() + " never came to that point", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
