package org.goodtiming.scheduler.chaos;

import java.util.List;
import java.util.stream.Stream;
import org.goodtiming.scheduler.chaos.PointAction.Action;
import org.goodtiming.scheduler.chaos.PointAction.Work;
import org.goodtiming.scheduler.dev.PayaraNode;

/**
 * PostgreSQL is killed while a node stands frozen at a point of a transaction. Right after the
 * restart others take transaction ids, among them those that the crash has made free again.
 */
final class DatabaseKillFaults {

  private static final int IDS = 50;

  static final List<Fault> ALL =
      Stream.concat(
              traps().map(DatabaseKillFaults::databaseKill),
              traps().map(DatabaseKillFaults::bothKill))
          .toList();

  private DatabaseKillFaults() {}

  private static Stream<PointAction> traps() {
    return Stream.of(Work.DISPATCH, Work.REGISTRATION, Work.REPORT)
        .flatMap(work -> Point.ofCommit().map(at -> new PointAction(at, work, Action.FREEZE)));
  }

  private static Fault databaseKill(PointAction trap) {
    return new Fault(
            PointFaults.name("database-kill-", trap),
            "kill -9 of PostgreSQL while a node is frozen %s; then the node continues"
                .formatted(PointFaults.place(trap)),
            context -> {
              var victim = killDatabase(context, trap);
              victim.resume();
              return FaultOutcome.of("database, " + victim.name() + " frozen");
            })
        .at(trap.point());
  }

  private static Fault bothKill(PointAction trap) {
    return new Fault(
            PointFaults.name("both-kill-", trap),
            "kill -9 of PostgreSQL while a node is frozen %s, and of the node, which stays dead until nothing is in doubt"
                .formatted(PointFaults.place(trap)),
            context -> {
              var victim = killDatabase(context, trap);
              victim.kill();
              return FaultOutcome.of("database and " + victim.name()).stayingDead();
            })
        .in(mode -> trap.point().isDecidedWithoutNode(mode, trap.work()));
  }

  private static PayaraNode killDatabase(FaultContext context, PointAction trap)
      throws InterruptedException {
    var victim = PointFaults.victim(context, trap);
    PointFaults.freezeAt(context, victim, trap);
    context.database().kill();
    context.database().start();
    for (int i = 0; i < IDS; i++) {
      context.sql().execute("SELECT pg_current_xact_id()");
    }
    return victim;
  }
}
