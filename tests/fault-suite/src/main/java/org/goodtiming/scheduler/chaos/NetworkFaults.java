package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;
import org.goodtiming.scheduler.chaos.Network.Server;

/** The network between the leader and a server is bad for a while. */
final class NetworkFaults {

  private static final Duration SHORTEST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofSeconds(20);

  static final List<Fault> ALL =
      List.of(
          fault(
              "blackhole-database",
              "packets are lost, connections stay open",
              LinkConditions.BLACKHOLE,
              Server.DATABASE),
          fault(
              "blackhole-broker",
              "packets are lost, connections stay open",
              LinkConditions.BLACKHOLE,
              Server.BROKER),
          fault(
              "blackhole-all",
              "packets are lost, connections stay open",
              LinkConditions.BLACKHOLE,
              Server.values()),
          fault("delay", "60 ms each way", LinkConditions.DELAY, Server.values()),
          fault(
              "loss",
              "5 % of the data chunks are delayed, some connections break",
              LinkConditions.LOSS,
              Server.values()));

  private NetworkFaults() {}

  private static Fault fault(String name, String text, LinkConditions weather, Server... servers) {
    return new Fault(
            "network-" + name,
            "the leader's network: " + text,
            context -> strike(context, weather, servers))
        .lasting(LONGEST);
  }

  private static FaultOutcome strike(
      FaultContext context, LinkConditions weather, Server... servers) throws InterruptedException {
    var victim = context.leader();
    long epoch = context.epoch();
    for (var server : servers) {
      context.network().weather(victim, server, weather);
    }
    var lost = context.lost(epoch);
    context.wait(SHORTEST, LONGEST);
    context.network().fine();
    return FaultOutcome.toLeader(victim.name(), lost);
  }
}
