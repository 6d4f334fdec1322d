package org.goodtiming.scheduler.web.user;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.goodtiming.scheduler.operations.UserTransactions;
import org.goodtiming.scheduler.operations.user.ApiSession;
import org.goodtiming.scheduler.operations.user.ApiSessions;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RowJson;

/** The sessions of all users. */
@Path("sessions")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class SessionsResource {

  private @Inject ApiSessions sessions;
  private @Inject UserTransactions transactions;
  private @Context HttpServletRequest servletRequest;

  @GET
  @Needs(Role.ADMIN)
  public String list() {
    ApiSession current = ApiLogin.required(servletRequest).session();
    return RowJson.list("sessions", sessions.list(current == null ? null : current.id()));
  }

  @DELETE
  @Path("{id}")
  @Needs(Role.ADMIN)
  public Response end(@PathParam("id") String id) {
    String login = ApiLogin.required(servletRequest).name();
    if (!transactions.endSession(login, number(id))) {
      throw Problem.NO_SUCH_SESSION.with(id);
    }
    return Response.noContent().build();
  }

  static long number(String id) {
    if (!id.matches("[0-9]{1,18}")) {
      throw Problem.NO_SUCH_SESSION.with(id);
    }
    return Long.parseLong(id);
  }
}
