package org.goodtiming.scheduler.chaos;

import java.util.Locale;
import org.goodtiming.scheduler.chaos.Network.Server;
import org.goodtiming.scheduler.dev.ServerNode;

/** A fault of a component in a storm; other components may be away at the same time. */
enum StormFault {
  NODE_KILL(true),
  NODE_RESTART(true),
  BROKER_KILL(false),
  BROKER_RESTART(false),
  DATABASE_IMMEDIATE(false),
  DATABASE_FAST(false),
  DATABASE_SESSIONS(false),
  BLACKHOLE_DATABASE(true),
  BLACKHOLE_BROKER(true);

  // Of the scheduler, at random: which sessions exist at a moment cannot be repeated anyway.
  private static final String END_SESSIONS =
      """
      SELECT pg_terminate_backend(pid)
        FROM (SELECT pid FROM pg_stat_activity WHERE usename IN ('scheduler_xa', 'scheduler_lease')
               ORDER BY random() LIMIT 3) chosen
      """;

  private final boolean ofNode;

  StormFault(boolean ofNode) {
    this.ofNode = ofNode;
  }

  /** Whether it finds the proxies between the nodes and the servers that it needs. */
  boolean existsIn(Network network) {
    return switch (this) {
      case BLACKHOLE_DATABASE -> network.leadsTo(Server.DATABASE);
      case BLACKHOLE_BROKER -> network.leadsTo(Server.BROKER);
      default -> true;
    };
  }

  /** Faults of one target take turns; those of others do not wait. */
  String target(ServerNode node) {
    return switch (this) {
      case NODE_KILL, NODE_RESTART -> node.name();
      case BROKER_KILL, BROKER_RESTART -> "broker";
      case DATABASE_IMMEDIATE, DATABASE_FAST -> "database";
      case DATABASE_SESSIONS -> "sessions of the database";
      case BLACKHOLE_DATABASE -> "database link of " + node.name();
      case BLACKHOLE_BROKER -> "broker link of " + node.name();
    };
  }

  void strike(FaultContext context, ServerNode node) {
    switch (this) {
      case NODE_KILL -> node.kill();
      case NODE_RESTART -> node.stop();
      case BROKER_KILL -> context.activeBroker().kill();
      case BROKER_RESTART -> context.activeBroker().stop();
      case DATABASE_IMMEDIATE -> context.database().stopImmediately();
      case DATABASE_FAST -> context.database().stop();
      case DATABASE_SESSIONS -> context.sql().execute(END_SESSIONS);
      case BLACKHOLE_DATABASE ->
          context.network().weather(node, Server.DATABASE, LinkConditions.BLACKHOLE);
      case BLACKHOLE_BROKER ->
          context.network().weather(node, Server.BROKER, LinkConditions.BLACKHOLE);
    }
  }

  void heal(FaultContext context, ServerNode node) {
    switch (this) {
      case NODE_KILL, NODE_RESTART -> node.start();
      case BROKER_KILL, BROKER_RESTART -> context.startBrokers();
      case DATABASE_IMMEDIATE, DATABASE_FAST -> context.database().start();
      case DATABASE_SESSIONS -> context.sql().execute(END_SESSIONS);
      case BLACKHOLE_DATABASE ->
          context.network().weather(node, Server.DATABASE, LinkConditions.FINE);
      case BLACKHOLE_BROKER -> context.network().weather(node, Server.BROKER, LinkConditions.FINE);
    }
  }

  boolean ofNode() {
    return ofNode;
  }

  /** The title for people. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
