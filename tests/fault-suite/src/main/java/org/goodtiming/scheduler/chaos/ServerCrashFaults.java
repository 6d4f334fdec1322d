package org.goodtiming.scheduler.chaos;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.goodtiming.scheduler.chaos.PointAction.Action;
import org.goodtiming.scheduler.dev.Database;
import org.goodtiming.scheduler.dev.ServerNode;

/** PostgreSQL or the broker crashes while a node is frozen at a point of a transaction. */
final class ServerCrashFaults {

  private static final int IDS = 50;

  private enum Crash {
    DATABASE_KILL("database-kill-", "kill -9 of PostgreSQL", database(Database::kill)),
    DATABASE_IMMEDIATE(
        "database-immediate-",
        "PostgreSQL restarts, mode immediate,",
        database(Database::stopImmediately)),
    BROKER_KILL(
        "broker-kill-",
        "kill -9 of the broker",
        context -> {
          context.broker().kill();
          context.broker().start();
        });

    private final String prefix;
    private final String text;
    private final Consumer<FaultContext> strike;

    Crash(String prefix, String text, Consumer<FaultContext> strike) {
      this.prefix = prefix;
      this.text = text;
      this.strike = strike;
    }

    ServerNode strike(FaultContext context, PointAction trap) throws InterruptedException {
      var victim = PointFaults.victim(context, trap);
      PointFaults.freezeAt(context, victim, trap);
      strike.accept(context);
      return victim;
    }
  }

  static final List<Fault> ALL =
      Stream.concat(
              Stream.of(Crash.values())
                  .flatMap(crash -> traps().map(trap -> thenTheNodeContinues(crash, trap))),
              traps().map(ServerCrashFaults::withTheNode))
          .toList();

  private ServerCrashFaults() {}

  private static Stream<PointAction> traps() {
    return Stream.of(Work.DISPATCH, Work.REGISTRATION, Work.REPORT)
        .flatMap(work -> Point.ofCommit().map(at -> new PointAction(at, work, Action.FREEZE)));
  }

  private static Fault thenTheNodeContinues(Crash crash, PointAction trap) {
    return new Fault(
            PointFaults.name(crash.prefix, trap),
            "%s while a node is frozen %s; then the node continues"
                .formatted(crash.text, PointFaults.place(trap)),
            context -> {
              var victim = crash.strike(context, trap);
              victim.resume();
              return FaultOutcome.of(victim.name() + " frozen");
            })
        .at(trap.point());
  }

  private static Fault withTheNode(PointAction trap) {
    return new Fault(
            PointFaults.name("both-kill-", trap),
            "kill -9 of PostgreSQL while a node is frozen %s, and of the node, which stays dead until nothing is in doubt"
                .formatted(PointFaults.place(trap)),
            context -> {
              var victim = Crash.DATABASE_KILL.strike(context, trap);
              victim.kill();
              return FaultOutcome.of("database and " + victim.name()).stayingDead();
            })
        .in(mode -> trap.point().isDecidedWithoutNode(mode, trap.work()));
  }

  /**
   * Right after the restart others take transaction ids, among them those that the crash has made
   * free again.
   */
  private static Consumer<FaultContext> database(Consumer<Database> end) {
    return context -> {
      end.accept(context.database());
      context.database().start();
      for (int i = 0; i < IDS; i++) {
        context.sql().execute("SELECT pg_current_xact_id()");
      }
    };
  }
}
