package org.goodtiming.scheduler.web.cluster;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import org.goodtiming.scheduler.operations.cluster.InDoubtChanges;
import org.goodtiming.scheduler.operations.cluster.InDoubtChanges.Answer;
import org.goodtiming.scheduler.operations.cluster.InDoubtChanges.Request;
import org.goodtiming.scheduler.operations.overview.OverviewQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.RowJson;

/**
 * Transactions in doubt: the list that the leader last stored, and the current state of a single
 * transaction.
 */
@Path("in-doubt")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class InDoubtResource {

  private @Inject OverviewQueries queries;
  private @Inject InDoubtChanges changes;
  private @Context HttpServletRequest servletRequest;

  @GET
  @Needs(Role.VIEWER)
  public String transactions() {
    return RowJson.list("transactions", queries.inDoubt());
  }

  /** Resolves the transaction as far as the evidence allows; with force, also without evidence. */
  @POST
  @Path("{gtrid}/resolve")
  @Needs(Role.ADMIN)
  public String resolve(@PathParam("gtrid") String gtrid, InputStream body) {
    Request request = InDoubtJson.request(new JsonFields(RequestBody.optionalObject(body)));
    String login = ApiLogin.required(servletRequest).name();
    Answer answer =
        changes.resolve(login, gtrid, request).orElseThrow(() -> Problem.NOT_IN_DOUBT.with(gtrid));
    return InDoubtJson.of(gtrid, request, answer);
  }
}
