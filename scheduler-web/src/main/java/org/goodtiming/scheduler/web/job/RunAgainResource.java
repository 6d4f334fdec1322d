package org.goodtiming.scheduler.web.job;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.spi.JsonProvider;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.goodtiming.scheduler.operations.JobTransactions;
import org.goodtiming.scheduler.operations.execution.Rerun;
import org.goodtiming.scheduler.operations.idempotency.StoredAnswer;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.IdempotentRequests;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.jspecify.annotations.Nullable;

/** Runs an ended run again, with the same input. */
@Path("executions/{fireId}/run-again")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class RunAgainResource {

  private static final JsonProvider JSON = JsonProvider.provider();

  private @Inject JobTransactions jobs;
  private @Inject IdempotentRequests requests;
  private @Context HttpServletRequest servletRequest;

  /** Starts the run; the location is the new execution. */
  @POST
  @Needs(Role.OPERATOR)
  public Response runAgain(
      @PathParam("fireId") String fireId,
      @HeaderParam(IdempotentRequests.HEADER) @Nullable String key) {
    UUID source = ExecutionsResource.uuid(fireId);
    return requests.once(
        key,
        servletRequest,
        "",
        login -> answer(fireId, jobs.runAgain(login, source)),
        (login, first) -> Receipts.replayed(first, job -> jobs.refusalOfCancel(login, job)));
  }

  static StoredAnswer answer(String fireId, Rerun rerun) {
    if (rerun instanceof Rerun.Submitted submitted) {
      return submitted(submitted);
    }
    if (rerun instanceof Rerun.Refused refused) {
      return IdempotentRequests.stored(Receipts.answer(refused.receipt(), 202).build());
    }
    if (rerun instanceof Rerun.WrongState wrong) {
      return IdempotentRequests.stored(Problem.CANNOT_RUN_AGAIN.response(fireId, wrong.state()));
    }
    return IdempotentRequests.stored(
        rerun instanceof Rerun.InputGone
            ? Problem.INPUT_GONE.response(fireId)
            : Problem.NO_SUCH_EXECUTION.response(fireId));
  }

  private static StoredAnswer submitted(Rerun.Submitted run) {
    String json =
        JSON.createObjectBuilder()
            .add("fireId", run.fireId().toString())
            .add("runAgainOf", run.runAgainOf().toString())
            .add("queue", run.key().queue())
            .add("jobId", run.key().jobId())
            .build()
            .toString();
    return new StoredAnswer(202, json, "executions/" + run.fireId());
  }
}
