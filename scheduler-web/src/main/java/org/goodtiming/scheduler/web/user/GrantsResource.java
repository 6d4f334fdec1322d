package org.goodtiming.scheduler.web.user;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.spi.JsonProvider;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.config.operations.QueueName;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.operations.UserTransactions;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.user.GrantChanges;
import org.goodtiming.scheduler.operations.user.GrantQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.ProblemException;
import org.goodtiming.scheduler.web.http.RowJson;

/** The grants: which login may register and cancel jobs of which worker queue. */
@Path("grants")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class GrantsResource {

  private static final JsonProvider JSON = JsonProvider.provider();
  private static final String ALL_QUEUES = "*";
  private static final Pattern LOGIN = Pattern.compile("[^\\p{Cntrl}]{1,100}");

  private @Inject GrantQueries queries;
  private @Inject UserTransactions transactions;
  private @Context HttpServletRequest servletRequest;

  @GET
  @Needs(Role.ADMIN)
  public String list() {
    return RowJson.list("grants", queries.list());
  }

  /** Grants a queue to a login; an existing grant of an administrator does not change. */
  @PUT
  @Path("{login}/{queue}")
  @Needs(Role.ADMIN)
  public Response put(@PathParam("login") String login, @PathParam("queue") String queue) {
    if (!isGrant(login, queue)) {
      throw Problem.BAD_GRANT.with(login, queue);
    }
    boolean created = transactions.putGrant(administrator(), login, queue);
    Row grant = queries.read(login, queue).orElseThrow(() -> noSuchGrant(login, queue));
    return Response.status(created ? 201 : 200)
        .entity(RowJson.of(grant).build().toString())
        .build();
  }

  @DELETE
  @Path("{login}/{queue}")
  @Needs(Role.ADMIN)
  public Response delete(@PathParam("login") String login, @PathParam("queue") String queue) {
    if (!StorableText.isStorable(login + queue)) {
      throw noSuchGrant(login, queue);
    }
    String grantedBy =
        transactions
            .deleteGrant(administrator(), login, queue)
            .orElseThrow(() -> noSuchGrant(login, queue));
    return GrantChanges.isByGroups(grantedBy)
        ? Response.ok(comesBack(login, grantedBy)).build()
        : Response.noContent().build();
  }

  private static String comesBack(String login, String grantedBy) {
    String note =
        "%s had it by the %s: it comes back with the next login or bearer token, unless scheduler.rest.token.grants gives it to none of the groups, or the issuer takes the user out of them"
            .formatted(login, grantedBy);
    return JSON.createObjectBuilder()
        .add("grantedBy", grantedBy)
        .add("note", note)
        .build()
        .toString();
  }

  static boolean isGrant(String login, String queue) {
    return LOGIN.matcher(login).matches()
        && !login.isBlank()
        && StorableText.isStorable(login)
        && (queue.equals(ALL_QUEUES) || QueueName.isWorkerQueue(queue));
  }

  private static ProblemException noSuchGrant(String login, String queue) {
    return Problem.NO_SUCH_GRANT.with(login, queue);
  }

  private String administrator() {
    return ApiLogin.required(servletRequest).name();
  }
}
