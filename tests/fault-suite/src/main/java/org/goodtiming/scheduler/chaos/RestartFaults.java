package org.goodtiming.scheduler.chaos;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.goodtiming.scheduler.chaos.PointAction.Action;
import org.goodtiming.scheduler.dev.ServerNode;

/** Nodes start again, some of them while a server is away. */
final class RestartFaults {

  private static final Duration OUTAGE = Duration.ofSeconds(40);

  static final List<Fault> ALL =
      List.of(
          new Fault(
                  "rolling-restart",
                  "each node in turn stops and starts",
                  RestartFaults::rollingRestart)
              .lasting(Duration.ofSeconds(60)),
          new Fault(
                  "redeploy",
                  "the scheduler and the worker of long runs are redeployed on each node in turn",
                  RestartFaults::redeploy)
              .lasting(Duration.ofSeconds(30)),
          new Fault(
                  "recovery-brokerless",
                  "kill -9 of the leader after the decision; it starts while the broker is down",
                  context -> withoutBroker(context, Point.DECIDED))
              .at(Point.DECIDED),
          new Fault(
                  "recovery-brokerless-late",
                  "the same, but PostgreSQL had committed when it died",
                  context -> withoutBroker(context, Point.DATABASE_COMMITTED))
              .at(Point.DATABASE_COMMITTED),
          new Fault(
                  "recovery-databaseless",
                  "kill -9 of the leader after the decision; it starts while PostgreSQL is down",
                  RestartFaults::withoutDatabase)
              .at(Point.DECIDED),
          new Fault(
                  "machine-replaced",
                  "kill -9 of the leader after the decision; a new machine with its name starts, without its disk",
                  RestartFaults::onNewMachine)
              .at(Point.DECIDED)
              .lasting(Duration.ofSeconds(60)));

  private RestartFaults() {}

  private static FaultOutcome rollingRestart(FaultContext context) {
    for (var node : context.nodes()) {
      node.stop();
      node.start();
    }
    return FaultOutcome.of("both");
  }

  private static FaultOutcome redeploy(FaultContext context) {
    for (var node : context.nodes()) {
      context.applications().forEach(node::deploy);
    }
    return FaultOutcome.of("both");
  }

  private static FaultOutcome withoutBroker(FaultContext context, Point point)
      throws InterruptedException {
    var victim = context.leader();
    PointFaults.killAt(context, victim, new PointAction(point, Work.DISPATCH, Action.KILL));
    context.broker().kill();
    var starting = startAside(victim);
    Wait.pause(OUTAGE);
    context.broker().start();
    starting.join();
    return FaultOutcome.of(victim.name());
  }

  private static FaultOutcome withoutDatabase(FaultContext context) throws InterruptedException {
    var victim = context.leader();
    PointFaults.killAt(context, victim, new PointAction(Point.DECIDED, Work.DISPATCH, Action.KILL));
    context.database().stopImmediately();
    var starting = startAside(victim);
    Wait.pause(OUTAGE);
    context.database().start();
    starting.join();
    return FaultOutcome.of(victim.name());
  }

  private static FaultOutcome onNewMachine(FaultContext context) throws InterruptedException {
    var victim = context.leader();
    long epoch = context.epoch();
    PointFaults.killAt(context, victim, new PointAction(Point.DECIDED, Work.DISPATCH, Action.KILL));
    var dead = context.lost(epoch);
    victim.kill();
    victim.loseDisk();
    victim.start();
    return FaultOutcome.toLeader(victim.name(), dead);
  }

  private static CompletableFuture<Void> startAside(ServerNode node) {
    node.kill();
    return CompletableFuture.runAsync(node::start);
  }
}
