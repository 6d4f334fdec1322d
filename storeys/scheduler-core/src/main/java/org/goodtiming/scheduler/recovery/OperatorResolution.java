package org.goodtiming.scheduler.recovery;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Function;
import org.goodtiming.scheduler.recovery.Resolution.Action;

/**
 * Ends single transactions in doubt for operators, on any node: by the rules of the watch where
 * they give a result, otherwise by the operator's decision.
 */
@Singleton
public record OperatorResolution(PreparedTransactions prepared) {

  @Inject
  public OperatorResolution {}

  /**
   * The finding for the operator, and the action that followed.
   *
   * @param done WAIT if no action followed
   */
  public record Settlement(Finding finding, Action done) {}

  /**
   * Ends a transaction.
   *
   * @param by the operator
   * @param choice receives the evidence before any action, and chooses an allowed resolution or to
   *     wait
   * @return empty if the transaction has no prepared branch
   */
  public Optional<Settlement> settle(
      String gtrid, String by, Function<Finding, Resolution> choice) {
    DatabaseSessions sessions = prepared.sessions();
    return prepared.find(gtrid).map(branches -> settle(branches, sessions, by, choice));
  }

  private Settlement settle(
      Branches branches,
      DatabaseSessions sessions,
      String by,
      Function<Finding, Resolution> choice) {
    Finding finding = finding(branches, sessions);
    Resolution chosen = choice.apply(finding);
    if (chosen.action() == Action.WAIT) {
      return new Settlement(finding, Action.WAIT);
    }
    if (!finding.allows(chosen.action())) {
      throw new IllegalArgumentException(chosen.text() + ", but " + finding.decision().text());
    }
    if (finding.decision().action() == Action.WAIT) {
      return new Settlement(finding, force(branches, chosen, by));
    }
    boolean ended = prepared.end(branches, chosen, by);
    return new Settlement(finding, ended ? chosen.action() : settleRest(branches));
  }

  private Finding finding(Branches branches, DatabaseSessions sessions) {
    InDoubt transaction = prepared.evidence(branches, prepared.sight(branches, sessions));
    return new Finding(
        branches.gtrid(),
        branches.node(),
        InDoubtRules.decide(transaction),
        InDoubtRules.open(transaction));
  }

  /**
   * Ends the database's branch. The broker's branches follow the row that it writes or fails to
   * write; both sides agree even if the node returns at this moment and acts first. Does nothing if
   * a branch has ended since the operator saw the evidence.
   */
  private Action force(Branches branches, Resolution chosen, String by) {
    if (!prepared.find(branches.gtrid()).equals(Optional.of(branches))) {
      return Action.WAIT;
    }
    boolean ended = prepared.endInDatabase(branches, chosen);
    if (ended) {
      prepared.noteEnd(branches, chosen, by);
    }
    Action rest = settleRest(branches);
    return ended ? chosen.action() : rest;
  }

  private Action settleRest(Branches branches) {
    DatabaseSessions sessions = prepared.sessions();
    return prepared
        .find(branches.gtrid())
        .map(open -> prepared.settle(open, prepared.sight(open, sessions)).action())
        .orElse(Action.WAIT);
  }
}
