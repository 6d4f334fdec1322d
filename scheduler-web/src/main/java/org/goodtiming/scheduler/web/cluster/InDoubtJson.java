package org.goodtiming.scheduler.web.cluster;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.spi.JsonProvider;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.goodtiming.scheduler.operations.cluster.InDoubtChanges;
import org.goodtiming.scheduler.operations.cluster.InDoubtChanges.Answer;
import org.goodtiming.scheduler.operations.cluster.InDoubtChanges.Request;
import org.goodtiming.scheduler.recovery.Finding;
import org.goodtiming.scheduler.recovery.Resolution.Action;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.Reading;
import org.jspecify.annotations.Nullable;

/** Reads an operator's decision on a transaction in doubt, and writes its outcome. */
public final class InDoubtJson {

  private static final JsonProvider JSON = JsonProvider.provider();
  private static final List<Action> ENDS = List.of(Action.COMMIT, Action.ROLL_BACK);

  private InDoubtJson() {}

  public static Request request(JsonFields json) {
    Reading reading =
        new Reading()
            .check(
                () ->
                    json.checkKnown(
                        Set.of("dryRun", "force", "reason"), "dryRun, or force and reason"));
    Supplier<@Nullable Boolean> dryRun = reading.part(() -> json.flag("dryRun"));
    Supplier<@Nullable String> force = reading.part(() -> force(json));
    Supplier<@Nullable String> reason = reading.part(() -> reason(json));
    reading.end();
    Action action =
        ENDS.stream()
            .filter(end -> InDoubtChanges.label(end).equals(force.get()))
            .findFirst()
            .orElse(null);
    return new Request(Boolean.TRUE.equals(dryRun.get()), action, reason.get());
  }

  private static @Nullable String force(JsonFields json) {
    return json.choice("force", ENDS.stream().map(InDoubtChanges::label).toList());
  }

  private static @Nullable String reason(JsonFields json) {
    String reason = json.text("reason");
    return json.json().containsKey("force")
        ? json.required("reason", reason, "why you decide without evidence")
        : reason;
  }

  /** The change that was made, or would be; a problem if none may be made. */
  static String of(String gtrid, Request request, Answer answer) {
    Finding finding = answer.finding();
    return switch (answer.outcome()) {
      case TOLD, ENDED -> describe(answer);
      case UNDECIDED ->
          throw Problem.UNDECIDED.explained(gtrid, finding.decision().reason(), nextStep(finding));
      case CONTRADICTED ->
          throw Problem.CONTRADICTED.explained(
              String.valueOf(label(request.force())), gtrid, finding.decision().reason());
    };
  }

  private static @Nullable String label(@Nullable Action action) {
    return action == null ? null : InDoubtChanges.label(action);
  }

  private static String nextStep(Finding finding) {
    return finding.open().isEmpty()
        ? "it cannot be forced now, ask again later"
        : "or send force and reason";
  }

  private static String describe(Answer answer) {
    Finding finding = answer.finding();
    JsonArrayBuilder open = JSON.createArrayBuilder();
    ENDS.stream().filter(finding.open()::contains).map(InDoubtChanges::label).forEach(open::add);
    return JSON.createObjectBuilder()
        .add("gtrid", finding.gtrid())
        .add("node", finding.node())
        .add("evidence", evidence(finding.decision().action()))
        .add("reason", finding.decision().reason())
        .add("mayForce", open)
        .add("done", answer.done() == Action.WAIT ? "nothing" : InDoubtChanges.label(answer.done()))
        .build()
        .toString();
  }

  private static String evidence(Action decision) {
    return switch (decision) {
      case COMMIT -> "committed";
      case ROLL_BACK -> "aborted";
      case WAIT -> "undecided";
    };
  }
}
