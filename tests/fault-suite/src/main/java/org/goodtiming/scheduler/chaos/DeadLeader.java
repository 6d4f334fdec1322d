package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.chaos.FaultOutcome.LostLeader;
import org.goodtiming.scheduler.chaos.PointAction.Action;
import org.goodtiming.scheduler.dev.ServerNode;

/** The leader is killed and stays dead: how long does a due job wait for another one? */
final class DeadLeader {

  private static final Duration WATCHED = Duration.ofSeconds(10);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  static final Fault FAULT =
      new Fault(
              "leader-kill-stays-dead",
              "kill -9 of the leader at a random moment or point; it stays dead until all jobs due within 10 s have been received",
              DeadLeader::strike)
          .lasting(Duration.ofSeconds(14));

  private DeadLeader() {}

  private static FaultOutcome strike(FaultContext context) throws InterruptedException {
    var victim = context.leader();
    long epoch = context.epoch();
    var where = kill(context, victim);
    var dead = context.lost(epoch);
    victim.kill();
    return FaultOutcome.toLeader(victim.name() + " " + where, dead)
        .stayingDead()
        .withLongestWait(longestWait(context, dead));
  }

  private static String kill(FaultContext context, ServerNode victim) throws InterruptedException {
    if (context.tossCoin()) {
      victim.kill();
      return "at any moment";
    }
    var point = context.anyOf(points(context.points().transactions()));
    PointFaults.killAt(context, victim, new PointAction(point, Work.DISPATCH, Action.KILL));
    return "at " + point.title();
  }

  private static List<Point> points(Transactions transactions) {
    return Point.ofCommit()
        .filter(point -> point.isDecidedWithoutNode(transactions, Work.DISPATCH))
        .toList();
  }

  private static long longestWait(FaultContext context, LostLeader dead)
      throws InterruptedException {
    var until = dead.at().plus(WATCHED);
    Wait.pause(WATCHED);
    if (!Wait.until(LIMIT, () -> context.ledger().missingDueBy(until).isEmpty())) {
      throw new IllegalStateException(
          "still missing %s after the leader's end: %s"
              .formatted(LIMIT.plus(WATCHED), example(context, until)));
    }
    return context.ledger().longestWait(dead.at(), until).toMillis();
  }

  private static String example(FaultContext context, Instant until) {
    var missing = context.ledger().missingDueBy(until);
    return missing.size() + " jobs, such as " + missing.stream().findFirst().orElse("none");
  }
}
