package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.goodtiming.scheduler.chaos.Network.Server;

/** The machine of the database is lost for good, and a synchronous standby takes over. */
final class FailoverFaults {

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(4);
  private static final Duration LENGTH = Duration.ofSeconds(10);
  private static final Duration WHOLE = Standby.START.plus(LONGEST).plus(LENGTH);
  private static final Duration DISPATCH_LIMIT = Duration.ofSeconds(60);

  private static final String DISPATCHED =
      "SELECT coalesce(sum(jobs), 0) FROM scheduler.ledger_entry WHERE kind = 'dispatched'";

  static final List<Fault> ALL =
      List.of(
          new Fault(
                  "database-failover-address",
                  "kill -9 of PostgreSQL for good; its standby takes over, at the same address",
                  FailoverFaults::takeAddressOver)
              .lasting(WHOLE),
          new Fault(
                  "database-failover-list",
                  "kill -9 of PostgreSQL for good; the nodes find its standby in their list of addresses",
                  FailoverFaults::leaveAddress)
              .lasting(WHOLE),
          new Fault(
                  "database-failover-silent",
                  "PostgreSQL falls silent, connections stay open; the nodes find its standby in their list of addresses",
                  FailoverFaults::leaveSilentAddress)
              .lasting(WHOLE));

  private FailoverFaults() {}

  private static FaultOutcome takeAddressOver(FaultContext context) throws Exception {
    try (var standby = Standby.of(context, Standby.ANY_PORT)) {
      var killed = failOver(context, standby, () -> {});
      Duration resumed;
      try (var address = TcpProxy.at(context.database().port(), standby.port())) {
        resumed = work(standby, killed);
      }
      return failBack(standby, resumed);
    }
  }

  private static FaultOutcome leaveAddress(FaultContext context) throws Exception {
    int port = context.network().standbyPort();
    try (var standby = Standby.of(context, port)) {
      var killed = failOver(context, standby, () -> {});
      return failBack(standby, work(standby, killed));
    }
  }

  private static FaultOutcome leaveSilentAddress(FaultContext context) throws Exception {
    try (var standby = Standby.of(context, context.network().standbyPort())) {
      var killed = failOver(context, standby, () -> silence(context));
      var resumed = work(standby, killed);
      context.network().fine();
      return failBack(standby, resumed);
    }
  }

  /** The end of a connection, too, is news that does not get through. */
  private static void silence(FaultContext context) {
    context
        .nodes()
        .forEach(
            node -> context.network().weather(node, Server.DATABASE, LinkConditions.BLACKHOLE));
  }

  /** Fails over to the standby; returns the time of the primary's death. */
  private static Instant failOver(FaultContext context, Standby standby, Runnable first)
      throws InterruptedException {
    standby.becomeSynchronous();
    context.wait(SHORTEST, LONGEST);
    first.run();
    context.database().kill();
    var killed = Instant.now();
    standby.promote();
    return killed;
  }

  /** Lets the nodes work with the standby; how long after the kill they dispatched a job. */
  private static Duration work(Standby standby, Instant killed) throws InterruptedException {
    var sql = new Sql(standby.dataSource());
    long before = sql.number(DISPATCHED);
    if (!Wait.until(DISPATCH_LIMIT, () -> sql.number(DISPATCHED) > before)) {
      throw new IllegalStateException(
          "no job was dispatched within %s of the promotion".formatted(DISPATCH_LIMIT));
    }
    var resumed = Duration.between(killed, Instant.now());
    Wait.pause(LENGTH);
    return resumed;
  }

  private static FaultOutcome failBack(Standby standby, Duration resumed) throws Exception {
    standby.replacePrimary();
    return FaultOutcome.of("dispatched again %d ms after the kill".formatted(resumed.toMillis()));
  }
}
