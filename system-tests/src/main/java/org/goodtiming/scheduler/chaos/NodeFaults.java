package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.dev.PayaraNode;

/** Nodes die, freeze, stop and start. */
final class NodeFaults {

  private static final Duration PAST_FAILOVER = Duration.ofSeconds(8);

  static final List<Fault> ALL =
      List.of(
          new Fault("leader-kill", "kill -9 of the leader", arena -> kill(arena, arena.leader())),
          new Fault(
              "node-kill",
              "kill -9 of one node or the other",
              arena -> kill(arena, arena.anyNode())),
          new Fault(
              "pause",
              "the leader is frozen past the failover interval, then goes on",
              NodeFaults::pause),
          DeadLeader.FAULT);

  private NodeFaults() {}

  private static FaultOutcome kill(FaultContext arena, PayaraNode victim) {
    long epoch = arena.epoch();
    boolean leads = arena.leads(victim);
    victim.kill();
    var dead = arena.lost(epoch);
    victim.start();
    return leads
        ? FaultOutcome.toLeader(victim.name(), dead)
        : FaultOutcome.of(victim.name() + ", a follower");
  }

  private static FaultOutcome pause(FaultContext arena) throws InterruptedException {
    var victim = arena.leader();
    long epoch = arena.epoch();
    victim.suspend();
    var lost = arena.lost(epoch);
    arena.wait(PAST_FAILOVER, PAST_FAILOVER.multipliedBy(2));
    victim.resume();
    return FaultOutcome.toLeader(victim.name(), lost);
  }
}
