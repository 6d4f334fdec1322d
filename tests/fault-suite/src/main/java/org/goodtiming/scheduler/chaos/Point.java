package org.goodtiming.scheduler.chaos;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A moment within the commit of a transaction, or while a node ends what another one left. With two
 * prepared branches Payara takes PostgreSQL first in a hand-off; as last resource it is committed
 * between prepare and commit of the broker.
 */
enum Point {
  BEFORE_PREPARE(Code.DATABASE_PREPARE.atEntry(), Code.BROKER_PREPARE.atEntry()),
  DATABASE_PREPARED(Code.DATABASE_PREPARE.atExit()),
  BROKER_PREPARED(Code.BROKER_PREPARE.atExit(), Code.BROKER_PREPARE.atExit()),
  DECIDED(Code.DATABASE_COMMIT_PREPARED.atEntry()),
  STATEMENTS_DONE(Map.of(Transactions.LAST_RESOURCE, Code.DATABASE_COMMIT.atEntry())),
  DATABASE_COMMITTED(Code.DATABASE_COMMIT_PREPARED.atExit(), Code.DATABASE_COMMIT.atExit()),
  ALL_PREPARED(Code.BROKER_COMMIT.atEntry(), Code.BROKER_COMMIT.atEntry()),
  BROKER_COMMITTED(Code.BROKER_COMMIT.atExit(), Code.BROKER_COMMIT.atExit()),
  RECOVERY(Code.DATABASE_RECOVER.atExit()),
  FIRST_BRANCH_ENDED(Code.BRANCH_COMMIT.atExit(), Code.BRANCH_COMMIT.atExit()),
  EVENTS_TAKEN(Code.EVENT_OUTBOX.atExit(), Code.EVENT_OUTBOX.atExit()),
  OUTCOME_ASKED(Map.of(Transactions.LAST_RESOURCE, Code.OUTCOME.atEntry()));

  private enum Code {
    DATABASE_PREPARE("org.postgresql.xa.PGXAConnection", "prepare"),
    DATABASE_COMMIT_PREPARED(
        "org.postgresql.xa.PGXAConnection", "commit(javax.transaction.xa.Xid,boolean)"),
    DATABASE_RECOVER("org.postgresql.xa.PGXAConnection", "recover"),
    // The lease has local transactions of its own, as another user.
    DATABASE_COMMIT(
        "org.postgresql.jdbc.PgConnection",
        "commit()",
        "$0.getUserName().equals(\"scheduler_xa\")"),
    BROKER_PREPARE("org.apache.activemq.artemis.core.client.impl.ClientSessionImpl", "prepare"),
    BROKER_COMMIT(
        "org.apache.activemq.artemis.core.client.impl.ClientSessionImpl",
        "commit(javax.transaction.xa.Xid,boolean)"),
    BRANCH_COMMIT("org.goodtiming.scheduler.recovery.BrokerBranches", "commit"),
    EVENT_OUTBOX("org.goodtiming.scheduler.lifecycle.EventOutbox", "take"),
    OUTCOME("org.goodtiming.scheduler.datasource.Decisions", "outcome");

    private final String className;
    private final String method;
    private final String condition;

    Code(String className, String method) {
      this(className, method, "TRUE");
    }

    Code(String className, String method, String condition) {
      this.className = className;
      this.method = method;
      this.condition = condition;
    }

    Spot atEntry() {
      return new Spot(className, method, "AT ENTRY", condition);
    }

    Spot atExit() {
      return new Spot(className, method, "AT EXIT", condition);
    }
  }

  /** Where it is in the code, in Byteman's language. */
  record Spot(String className, String method, String where, String condition) {}

  private final Map<Transactions, Spot> spots;

  Point(Spot xa) {
    this(Map.of(Transactions.XA, xa));
  }

  Point(Spot xa, Spot lastResource) {
    this(Map.of(Transactions.XA, xa, Transactions.LAST_RESOURCE, lastResource));
  }

  Point(Map<Transactions, Spot> spots) {
    this.spots = spots;
  }

  /** The points within a commit of the scheduler. */
  static Stream<Point> ofCommit() {
    return of(Work.DISPATCH);
  }

  static Stream<Point> of(Work work) {
    return Stream.of(values()).filter(point -> point.works().contains(work));
  }

  /** The kinds of work in which a node reaches the point. */
  Set<Work> works() {
    return switch (this) {
      case RECOVERY -> Set.of(Work.RECOVERY);
      case FIRST_BRANCH_ENDED -> Set.of(Work.RESOLUTION);
      case OUTCOME_ASKED -> Set.of(Work.LOST_ANSWER);
      case EVENTS_TAKEN -> Set.of(Work.EVENTS);
      case STATEMENTS_DONE -> Set.of(Work.PARENTS);
      case ALL_PREPARED -> Set.of(Work.WORKER, Work.EVENTS);
      case BEFORE_PREPARE, BROKER_PREPARED ->
          Set.of(Work.DISPATCH, Work.REGISTRATION, Work.REPORT, Work.DEAD_LETTER, Work.WORKER);
      case BROKER_COMMITTED ->
          Set.of(
              Work.DISPATCH,
              Work.REGISTRATION,
              Work.REPORT,
              Work.DEAD_LETTER,
              Work.WORKER,
              Work.EVENTS);
      case DATABASE_COMMITTED ->
          Set.of(Work.DISPATCH, Work.REGISTRATION, Work.REPORT, Work.DEAD_LETTER, Work.EVENTS);
      default -> Set.of(Work.DISPATCH, Work.REGISTRATION, Work.REPORT, Work.DEAD_LETTER);
    };
  }

  /** The spot in transactions of that kind, if they have the point. */
  Optional<Spot> in(Transactions transactions) {
    return Optional.ofNullable(spots.get(transactions));
  }

  /**
   * Whether others can tell what becomes of a transaction whose node dies there. What both sides
   * have prepared, and nothing has decided, waits for its node. A transaction that consumes a batch
   * has two branches at the broker, and the first commits before the branch with the marker.
   */
  boolean isDecidedWithoutNode(Transactions transactions, Work work) {
    return in(transactions).isPresent()
        && switch (this) {
          case DATABASE_PREPARED, BROKER_PREPARED, DECIDED ->
              transactions == Transactions.LAST_RESOURCE;
          case BROKER_COMMITTED ->
              transactions == Transactions.LAST_RESOURCE || work == Work.DISPATCH;
          default -> true;
        };
  }

  /** The name on the command line. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
