package org.goodtiming.scheduler.web;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.spi.JsonProvider;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.operations.InDoubtChanges;
import org.goodtiming.scheduler.operations.InDoubtChanges.Answer;
import org.goodtiming.scheduler.operations.InDoubtChanges.Request;
import org.goodtiming.scheduler.operations.OverviewQueries;
import org.goodtiming.scheduler.operations.Role;
import org.goodtiming.scheduler.recovery.Finding;
import org.goodtiming.scheduler.recovery.Resolution.Action;
import org.jspecify.annotations.Nullable;

/** Transactions in doubt: as the leader last saw them, and one of them as it is now. */
@Path("in-doubt")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class InDoubtResource {

  private static final JsonProvider JSON = JsonProvider.provider();

  private static final List<Action> ENDS = List.of(Action.COMMIT, Action.ROLL_BACK);

  private @Inject OverviewQueries queries;
  private @Inject InDoubtChanges changes;
  private @Context HttpServletRequest servletRequest;

  @GET
  @Needs(Role.VIEWER)
  public String transactions() {
    return RowJson.list("transactions", queries.inDoubt());
  }

  /** Does what the evidence allows, or with force what it leaves open. */
  @POST
  @Path("{gtrid}/resolve")
  @Needs(Role.ADMIN)
  public String resolve(@PathParam("gtrid") String gtrid, InputStream body) {
    Request request = request(new JsonFields(RequestBody.optionalObject(body)));
    String login = ApiLogin.required(servletRequest).name();
    Answer answer =
        changes.resolve(login, gtrid, request).orElseThrow(() -> Problem.NOT_IN_DOUBT.with(gtrid));
    Finding finding = answer.finding();
    return switch (answer.outcome()) {
      case TOLD, ENDED -> describe(answer);
      case UNDECIDED ->
          throw Problem.UNDECIDED.explained(gtrid, finding.verdict().reason(), nextStep(finding));
      case CONTRADICTED ->
          throw Problem.CONTRADICTED.explained(
              String.valueOf(label(request.force())), gtrid, finding.verdict().reason());
    };
  }

  private static Request request(JsonFields json) {
    json.checkKnown(Set.of("dryRun", "force", "reason"), "dryRun, or force and reason");
    String force = json.choice("force", ENDS.stream().map(InDoubtChanges::label).toList());
    String reason = json.text("reason");
    if (force != null) {
      json.required("reason", reason, "why you decide without evidence");
    }
    Action action =
        ENDS.stream()
            .filter(end -> InDoubtChanges.label(end).equals(force))
            .findFirst()
            .orElse(null);
    return new Request(json.flag("dryRun"), action, reason);
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
        .add("evidence", evidence(finding.verdict().action()))
        .add("reason", finding.verdict().reason())
        .add("mayForce", open)
        .add("done", answer.done() == Action.WAIT ? "nothing" : InDoubtChanges.label(answer.done()))
        .build()
        .toString();
  }

  private static String evidence(Action verdict) {
    return switch (verdict) {
      case COMMIT -> "committed";
      case ROLL_BACK -> "aborted";
      case WAIT -> "undecided";
    };
  }
}
