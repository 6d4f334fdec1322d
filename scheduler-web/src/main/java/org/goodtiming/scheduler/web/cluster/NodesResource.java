package org.goodtiming.scheduler.web.cluster;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.util.Set;
import org.goodtiming.scheduler.background.NodeDuties;
import org.goodtiming.scheduler.operations.OperatorTransactions;
import org.goodtiming.scheduler.operations.cluster.LeaseQueries;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.RowJson;

/** The nodes that the database knows, and their duties. */
@Path("nodes")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class NodesResource {

  private static final String ONLY = "only";

  private @Inject LeaseQueries queries;
  private @Inject OperatorTransactions transactions;
  private @Context HttpServletRequest servletRequest;

  @GET
  @Needs(Role.VIEWER)
  public String nodes() {
    return RowJson.list("nodes", queries.nodes());
  }

  /** Drains the node: it takes no new work, or none of a given kind, also after a restart. */
  @POST
  @Path("{name}/drain")
  @Needs(Role.OPERATOR)
  public String drain(@PathParam("name") String name, InputStream body) {
    NodeDuties taken = only(body);
    find(name);
    transactions.drainNode(ApiLogin.required(servletRequest).name(), name, taken);
    return RowJson.of(find(name)).build().toString();
  }

  @POST
  @Path("{name}/resume")
  @Needs(Role.OPERATOR)
  public String resume(@PathParam("name") String name, InputStream body) {
    NodeDuties given = only(body);
    Row before = find(name);
    transactions.resumeNode(ApiLogin.required(servletRequest).name(), name, given);
    return RowJson.of(queries.node(name).orElse(before)).build().toString();
  }

  private static NodeDuties only(InputStream body) {
    JsonFields json = new JsonFields(RequestBody.optionalObject(body));
    JsonValue value = json.checkKnown(Set.of(ONLY), "only only").json().get(ONLY);
    if (value == null) {
      return NodeDuties.ALL;
    }
    return switch (value instanceof JsonString text ? text.getString() : "") {
      case "dispatch" -> new NodeDuties(true, false);
      case "registration" -> new NodeDuties(false, true);
      default -> throw Problem.BAD_FIELD.with(ONLY, value, "dispatch or registration");
    };
  }

  private Row find(String name) {
    return queries.node(name).orElseThrow(() -> Problem.NO_SUCH_NODE.with(name));
  }
}
