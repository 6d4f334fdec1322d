package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.dev.ServerNode;

/** Nodes die, freeze, stop and start. */
final class NodeFaults {

  private static final Duration PAST_FAILOVER = Duration.ofSeconds(8);

  static final List<Fault> ALL =
      List.of(
          new Fault(
              "leader-kill", "kill -9 of the leader", context -> kill(context, context.leader())),
          new Fault(
              "node-kill",
              "kill -9 of one of the nodes",
              context -> kill(context, context.anyNode())),
          new Fault(
              "pause",
              "the leader is frozen past the failover interval, then continues",
              NodeFaults::pause),
          DeadLeader.FAULT);

  private NodeFaults() {}

  /** Kills the node, and starts it again. */
  static FaultOutcome kill(FaultContext context, ServerNode victim) {
    long epoch = context.epoch();
    boolean leads = context.leads(victim);
    victim.kill();
    var dead = context.lost(epoch);
    victim.start();
    return leads
        ? FaultOutcome.toLeader(victim.name(), dead)
        : FaultOutcome.of(victim.name() + ", a follower");
  }

  private static FaultOutcome pause(FaultContext context) throws InterruptedException {
    var victim = context.leader();
    long epoch = context.epoch();
    victim.suspend();
    var lost = context.lost(epoch);
    context.wait(PAST_FAILOVER, PAST_FAILOVER.multipliedBy(2));
    victim.resume();
    return FaultOutcome.toLeader(victim.name(), lost);
  }
}
