package org.goodtiming.scheduler.operations.cluster;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.spi.JsonProvider;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.recovery.Finding;
import org.goodtiming.scheduler.recovery.OperatorResolution;
import org.goodtiming.scheduler.recovery.OperatorResolution.Settlement;
import org.goodtiming.scheduler.recovery.Resolution;
import org.goodtiming.scheduler.recovery.Resolution.Action;
import org.jspecify.annotations.Nullable;

/** Ends transactions in doubt for operators, as far as the evidence allows; in no transaction. */
@Singleton
public record InDoubtChanges(OperatorResolution resolution, Audit audit) {

  private static final JsonProvider JSON = JsonProvider.provider();

  @Inject
  public InDoubtChanges {}

  /**
   * The request of an operator.
   *
   * @param dryRun whether only the evidence is wanted
   * @param force the action without evidence; null: none
   * @param reason of the operator; given with force
   */
  public record Request(boolean dryRun, @Nullable Action force, @Nullable String reason) {}

  /** The outcome of a request. */
  public enum Outcome {
    /** The request required no action. */
    TOLD,
    ENDED,
    /** There is no evidence, and the operator did not force an action or may not force it. */
    UNDECIDED,
    /** The evidence contradicts the action that the operator wants to force. */
    CONTRADICTED
  }

  /**
   * @param done WAIT if no action followed
   */
  public record Answer(Finding finding, Outcome outcome, Action done) {}

  /**
   * @return empty if the transaction is not in doubt
   */
  public Optional<Answer> resolve(String login, String gtrid, Request request) {
    return resolution
        .settle(gtrid, login, finding -> choose(login, finding, request))
        .map(settlement -> answer(settlement, request));
  }

  private static Answer answer(Settlement settlement, Request request) {
    Finding finding = settlement.finding();
    return new Answer(finding, outcome(finding, request), settlement.done());
  }

  static Outcome outcome(Finding finding, Request request) {
    if (request.dryRun()) {
      return Outcome.TOLD;
    }
    boolean undecided = finding.decision().action() == Action.WAIT;
    if (undecided && (request.force() == null || finding.open().isEmpty())) {
      return Outcome.UNDECIDED;
    }
    return request.force() == null || finding.allows(request.force())
        ? Outcome.ENDED
        : Outcome.CONTRADICTED;
  }

  private Resolution choose(String login, Finding finding, Request request) {
    if (outcome(finding, request) != Outcome.ENDED) {
      return new Resolution(Action.WAIT, "nothing to do");
    }
    Resolution decision = finding.decision();
    Resolution chosen = decision.action() == Action.WAIT ? forced(login, request) : decision;
    audit.note(
        login,
        "resolve transaction in doubt",
        finding.gtrid() + " of " + finding.node(),
        json("evidence", decision),
        json("action", chosen));
    return chosen;
  }

  private static Resolution forced(String login, Request request) {
    return new Resolution(
        Objects.requireNonNull(request.force()),
        "forced by %s: %s".formatted(login, request.reason()));
  }

  private static String json(String name, Resolution resolution) {
    return JSON.createObjectBuilder()
        .add(name, label(resolution.action()))
        .add("reason", resolution.reason())
        .build()
        .toString();
  }

  /** The name in requests. */
  public static String label(Action action) {
    return action.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
