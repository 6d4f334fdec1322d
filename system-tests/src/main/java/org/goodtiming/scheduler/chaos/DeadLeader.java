package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.goodtiming.scheduler.chaos.FaultOutcome.LostLeader;
import org.goodtiming.scheduler.chaos.PointAction.Action;
import org.goodtiming.scheduler.chaos.PointAction.Work;
import org.goodtiming.scheduler.dev.PayaraNode;

/** The leader is killed and stays dead: how long does a due job wait for another one? */
final class DeadLeader {

  private static final Duration WATCHED = Duration.ofSeconds(10);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  static final Fault FAULT =
      new Fault(
              "leader-kill-stays-dead",
              "kill -9 of the leader at a random moment or point; it stays dead until all that was due 10 s later has come",
              DeadLeader::strike)
          .lasting(Duration.ofSeconds(14));

  private DeadLeader() {}

  private static FaultOutcome strike(FaultContext arena) throws InterruptedException {
    var victim = arena.leader();
    long epoch = arena.epoch();
    var where = kill(arena, victim);
    var dead = arena.lost(epoch);
    victim.kill();
    return FaultOutcome.toLeader(victim.name() + " " + where, dead)
        .stayingDead()
        .withLongestWait(longestWait(arena, dead));
  }

  private static String kill(FaultContext arena, PayaraNode victim) throws InterruptedException {
    if (arena.tossCoin()) {
      victim.kill();
      return "at any moment";
    }
    var point = arena.anyOf(points(arena.points().transactions()));
    PointFaults.killAt(arena, victim, new PointAction(point, Work.HAND_OFF, Action.KILL));
    return "at " + point.title();
  }

  private static List<Point> points(Transactions transactions) {
    return Stream.of(Point.values())
        .filter(point -> point != Point.RECOVERY && point.isDecidedWithoutNode(transactions))
        .toList();
  }

  private static long longestWait(FaultContext arena, LostLeader dead) throws InterruptedException {
    var until = dead.at().plus(WATCHED);
    Wait.pause(WATCHED);
    if (!Wait.until(LIMIT, () -> arena.ledger().missingDueBy(until).isEmpty())) {
      throw new IllegalStateException(
          "still missing %s after the leader's end: %s"
              .formatted(LIMIT.plus(WATCHED), example(arena, until)));
    }
    return arena.ledger().longestWait(dead.at(), until).toMillis();
  }

  private static String example(FaultContext arena, Instant until) {
    var missing = arena.ledger().missingDueBy(until);
    return missing.size() + " jobs, such as " + missing.stream().findFirst().orElse("none");
  }
}
