package org.goodtiming.scheduler.recovery;

import java.time.Duration;
import java.util.Set;
import org.goodtiming.scheduler.recovery.InDoubt.Coordinator;
import org.goodtiming.scheduler.recovery.InDoubt.Sighting;
import org.goodtiming.scheduler.recovery.Resolution.Action;

/**
 * The rules by which prepared branches of a transaction are resolved without its coordinator. A
 * branch that has ended shows the decision; until one has ended, only the coordinator's log
 * contains it.
 */
final class InDoubtRules {

  /** An active transaction is prepared for some milliseconds. */
  private static final Duration UNDER_WAY = Duration.ofSeconds(8);

  /**
   * Longer than a live coordinator needs: its calls end after 15 s at the broker and 30 s in the
   * database, and it retries every 5 s.
   */
  static final Duration GIVEN_UP = Duration.ofSeconds(90);

  /**
   * The same for an unknown node, whose state and open transactions cannot be queried. After 150 s
   * the database has ended a session that is idle in a transaction (sql/roles.sql).
   */
  private static final Duration GIVEN_UP_BY_UNKNOWN = Duration.ofMinutes(3);

  private InDoubtRules() {}

  static Resolution decide(InDoubt transaction) {
    Branches branches = transaction.branches();
    if (mayBeUnderWay(branches, transaction.sighting())) {
      return Resolution.wait("it may still be active");
    }
    if (!branches.ours()) {
      return Resolution.wait("it belongs to an application; its node resolves it");
    }
    if (branches.database().isEmpty()) {
      return brokerOnly(transaction);
    }
    return branches.broker().isEmpty() ? databaseOnly(transaction) : both(transaction);
  }

  /**
   * Whether to leave a transaction to its node for now. No wait is needed if its node is away, and
   * either a row decides the transaction, with which later actions of the node agree, or the node
   * has no session left in which it could still commit.
   */
  static boolean mayBeUnderWay(Branches branches, Sighting sighting) {
    boolean decided =
        branches.database().isEmpty() && (branches.decision().isPresent() || !sighting.connected());
    return sighting.age().compareTo(UNDER_WAY) < 0 && (mayLive(sighting) || !decided);
  }

  private static boolean mayLive(Sighting sighting) {
    return switch (sighting.coordinator()) {
      case LIVE, UNKNOWN -> true;
      case DOWN, GONE -> false;
    };
  }

  /**
   * The actions that an operator may choose for the database's branch: both sides have prepared,
   * and only the log of a node that is down, or whose log is not used, contains the decision. The
   * row that the branch writes then decides about the broker's branches.
   */
  static Set<Action> open(InDoubt transaction) {
    Branches branches = transaction.branches();
    boolean needsLog =
        isLeftToOperators(transaction)
            && !mayBeUnderWay(branches, transaction.sighting())
            && !branches.database().isEmpty()
            && branches.database().stream().allMatch(DatabaseBranch::ours)
            && branches.decision().isPresent();
    if (!needsLog) {
      return Set.of();
    }
    return branches.oneHasEnded() ? Set.of(Action.COMMIT) : Set.of(Action.COMMIT, Action.ROLL_BACK);
  }

  private static boolean isLeftToOperators(InDoubt transaction) {
    return switch (transaction.coordinator()) {
      case DOWN -> true;
      case GONE -> !transaction.branches().isOrdered();
      case LIVE, UNKNOWN -> false;
    };
  }

  private static Resolution both(InDoubt transaction) {
    return switch (transaction.coordinator()) {
      case LIVE -> Resolution.wait("its node is running and resolves it");
      case UNKNOWN -> Resolution.wait("its node resolves it, but its ids do not name the node");
      case DOWN ->
          Resolution.wait(
              transaction.branches().oneHasEnded()
                  ? "all had prepared, and one has ended: start its node, or see scheduler.declare_gone"
                  : "the log of its node has the outcome: start the node, or see scheduler.declare_gone");
      case GONE -> withoutLog(transaction.branches());
    };
  }

  private static Resolution withoutLog(Branches branches) {
    if (!branches.isOrdered()) {
      return Resolution.wait("its ids do not show whether a branch has ended; an operator decides");
    }
    return branches.oneHasEnded()
        ? Resolution.commit("all had prepared, and one has ended")
        : Resolution.rollBack("none has committed yet");
  }

  private static Resolution brokerOnly(InDoubt transaction) {
    return switch (transaction.outcome()) {
      case COMMITTED -> Resolution.commit("the database has committed");
      case ABORTED -> Resolution.rollBack("the database has rolled back");
      case IN_PROGRESS -> Resolution.wait("the database's branch is still open");
      case UNKNOWN -> unnamed(transaction);
    };
  }

  // The branch of a batch's first message has no marker. It commits before the branch with the
  // marker, or at the next attempt of its node. No row that names the message has committed.
  private static Resolution unnamed(InDoubt transaction) {
    boolean aborted =
        isToldBySessions(transaction)
            ? !transaction.sighting().open()
            : !mayLive(transaction.sighting()) || hasGivenUp(transaction);
    return aborted
        ? Resolution.rollBack(
            "it only consumes the first message of a batch, which will be redelivered")
        : Resolution.wait("its node resolves it");
  }

  // Without sessions the node is away, or has just lost them, or its pool does not have its name
  private static boolean isToldBySessions(InDoubt unnamed) {
    return unnamed.sighting().connected() && !unnamed.branches().consumed().isEmpty();
  }

  private static boolean hasGivenUp(InDoubt transaction) {
    Duration limit =
        transaction.coordinator() == Coordinator.UNKNOWN ? GIVEN_UP_BY_UNKNOWN : GIVEN_UP;
    return transaction.age().compareTo(limit) >= 0;
  }

  private static Resolution databaseOnly(InDoubt transaction) {
    return transaction.committedAtBroker()
        ? Resolution.commit("the broker has committed")
        : unmarked(transaction);
  }

  private static Resolution unmarked(InDoubt transaction) {
    if (transaction.coordinator() == Coordinator.UNKNOWN) {
      return Resolution.wait("its node resolves it, but its ids do not name the node");
    }
    if (transaction.coordinator() == Coordinator.LIVE && !hasGivenUp(transaction)) {
      return Resolution.wait("its node is running and resolves it");
    }
    return Resolution.rollBack("the broker has neither a branch nor a marker of it");
  }
}
