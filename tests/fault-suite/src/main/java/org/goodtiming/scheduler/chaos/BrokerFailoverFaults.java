package org.goodtiming.scheduler.chaos;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.goodtiming.scheduler.chaos.PointAction.Action;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.dev.DatabaseUser;

/** The active broker of a pair is lost, and the other one takes over. */
final class BrokerFailoverFaults {

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(4);

  /** How long the other one works before the pair is whole again. */
  private static final Duration LENGTH = Duration.ofSeconds(8);

  private static final Duration TAKEOVER_LIMIT = Duration.ofSeconds(30);

  /** Promised. */
  private static final Duration RESUME_LIMIT = Duration.ofSeconds(10);

  /** The limit if the database is replaced, too. */
  private static final Duration RESUME_LIMIT_OF_BOTH = Duration.ofSeconds(60);

  private static final Duration PREPARE_LIMIT = Duration.ofSeconds(20);

  /** Longer than the broker's clients wait for a sign of life. */
  private static final Duration FROZEN = Duration.ofSeconds(35);

  private static final String DISPATCHED =
      "SELECT coalesce(sum(jobs), 0) FROM scheduler.ledger_entry WHERE kind = 'dispatched'";

  private static final String END_SESSIONS =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'scheduler_xa'";

  private static final List<Fault> WHOLE =
      List.of(
          fault("kill", "kill -9 of the active broker", BrokerFailoverFaults::kill),
          fault("stop", "the active broker stops gracefully", BrokerFailoverFaults::stop),
          fault(
              "commit",
              "kill -9 of both while transactions are prepared; the database commits while no broker runs",
              context -> noBroker(context, false)),
          fault(
              "rollback",
              "kill -9 of both while transactions are prepared; the database rolls back while no broker runs",
              context -> noBroker(context, true)),
          fault(
              "frozen",
              "the active broker is frozen, which keeps the store, and continues",
              BrokerFailoverFaults::freeze),
          fault(
              "fenced",
              "the active broker is frozen, and killed before it could continue",
              BrokerFailoverFaults::fence),
          fault(
              "database",
              "kill -9 of the active broker and of PostgreSQL for good; both are replaced",
              BrokerFailoverFaults::withDatabase));

  static final List<Fault> ALL =
      Stream.concat(WHOLE.stream(), traps().map(BrokerFailoverFaults::amid)).toList();

  private BrokerFailoverFaults() {}

  private static Fault fault(String name, String text, Fault.Strike strike) {
    return new Fault("broker-failover-" + name, text + "; the other one takes over", strike)
        .lasting(TAKEOVER_LIMIT)
        .withPair();
  }

  private static Stream<PointAction> traps() {
    return Stream.of(Work.REGISTRATION, Work.DISPATCH)
        .flatMap(work -> Point.ofCommit().map(at -> new PointAction(at, work, Action.FREEZE)));
  }

  private static Fault amid(PointAction trap) {
    return new Fault(
            PointFaults.name("broker-failover-", trap),
            "kill -9 of the active broker while a node is frozen %s; the other one takes over, then the node continues"
                .formatted(PointFaults.place(trap)),
            context -> {
              var victim = PointFaults.victim(context, trap);
              PointFaults.freezeAt(context, victim, trap);
              var lost = context.activeBroker();
              lost.kill();
              awaitTakeover(context, lost);
              victim.resume();
              return goOn(context, System.nanoTime(), victim.name() + " frozen");
            })
        .at(trap.point())
        .withPair();
  }

  private static FaultOutcome kill(FaultContext context) throws InterruptedException {
    context.wait(SHORTEST, LONGEST);
    var lost = context.activeBroker();
    lost.kill();
    return goOn(context, awaitTakeover(context, lost), lost.name());
  }

  private static FaultOutcome stop(FaultContext context) throws InterruptedException {
    var stopped = context.activeBroker();
    stopped.stop();
    return goOn(context, awaitTakeover(context, stopped), stopped.name());
  }

  /** The commit of each transaction waits for its row in a table that is locked. */
  private static FaultOutcome noBroker(FaultContext context, boolean rollsBack)
      throws SQLException, InterruptedException {
    var lost = context.activeBroker();
    var other = other(context, lost);
    int prepared;
    try (var connection = context.database().connect(DatabaseUser.SUPERUSER)) {
      lockDecisions(connection);
      if (!Wait.until(PREPARE_LIMIT, () -> context.console().preparedTransactions().size() > 1)) {
        throw new IllegalStateException("no transactions were prepared within " + PREPARE_LIMIT);
      }
      prepared = preparedTransactions(context);
      other.kill();
      lost.kill();
      if (rollsBack) {
        context.sql().execute(END_SESSIONS);
      }
      connection.rollback();
    }
    context.wait(SHORTEST, LONGEST);
    other.start();
    return goOn(context, awaitTakeover(context, lost), prepared + " prepared");
  }

  private static int preparedTransactions(FaultContext context) {
    try {
      return context.console().preparedTransactions().size();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void lockDecisions(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.execute("LOCK TABLE scheduler.decision IN SHARE MODE");
    }
  }

  private static FaultOutcome freeze(FaultContext context) throws InterruptedException {
    var frozen = context.activeBroker();
    frozen.suspend();
    Wait.pause(FROZEN);
    frozen.resume();
    return goOn(context, System.nanoTime(), frozen.name());
  }

  private static FaultOutcome fence(FaultContext context) throws InterruptedException {
    var frozen = context.activeBroker();
    frozen.suspend();
    context.wait(SHORTEST, LONGEST);
    frozen.kill();
    return goOn(context, awaitTakeover(context, frozen), frozen.name());
  }

  private static FaultOutcome withDatabase(FaultContext context) throws Exception {
    try (var standby = Standby.of(context, context.network().standbyPort())) {
      standby.becomeSynchronous();
      context.wait(SHORTEST, LONGEST);
      var lost = context.activeBroker();
      lost.kill();
      context.database().kill();
      standby.promote();
      long active = awaitTakeover(context, lost);
      var resumed = resumed(new Sql(standby.dataSource()), active, RESUME_LIMIT_OF_BOTH);
      Wait.pause(LENGTH);
      standby.replacePrimary();
      return outcome(lost.name() + " and database", resumed);
    }
  }

  /** The time from which the other broker serves clients. */
  private static long awaitTakeover(FaultContext context, Broker lost) throws InterruptedException {
    if (!Wait.until(TAKEOVER_LIMIT, other(context, lost)::active)) {
      throw new IllegalStateException("no broker took over within " + TAKEOVER_LIMIT);
    }
    return System.nanoTime();
  }

  private static Broker other(FaultContext context, Broker broker) {
    return context.brokers().stream().filter(each -> each != broker).findFirst().orElseThrow();
  }

  /** Lets the nodes work on; the outcome tells how long after that moment they dispatched a job. */
  private static FaultOutcome goOn(FaultContext context, long since, String text)
      throws InterruptedException {
    var resumed = resumed(context.sql(), since, RESUME_LIMIT);
    Wait.pause(LENGTH);
    return outcome(text, resumed);
  }

  private static Duration resumed(Sql sql, long since, Duration limit) throws InterruptedException {
    long before = sql.number(DISPATCHED);
    if (!Wait.until(limit, () -> sql.number(DISPATCHED) > before)) {
      throw new IllegalStateException("no job was dispatched within " + limit);
    }
    return Duration.ofNanos(System.nanoTime() - since);
  }

  private static FaultOutcome outcome(String text, Duration resumed) {
    return FaultOutcome.of("%s, dispatched again after %d ms".formatted(text, resumed.toMillis()));
  }
}
