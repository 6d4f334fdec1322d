package org.goodtiming.scheduler.web.cluster;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.util.Set;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.config.LeaseConfig;
import org.goodtiming.scheduler.operations.OperatorTransactions;
import org.goodtiming.scheduler.operations.cluster.LeaseQueries;
import org.goodtiming.scheduler.operations.explanation.QueueCauseQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.ListParameters;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.RowJson;
import org.goodtiming.scheduler.web.job.ExplanationJson;
import org.jspecify.annotations.Nullable;

/** The leases: which node leads which partition. */
@Path("leases")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class LeasesResource {

  private static final JsonProvider JSON = JsonProvider.provider();
  private static final String NODE = "node";

  /** The rule of setting scheduler.node.name. */
  private static final Pattern NODE_NAME = Pattern.compile("[A-Za-z0-9._-]{1,40}");

  private @Inject LeaseQueries queries;
  private @Inject QueueCauseQueries causes;
  private @Inject OperatorTransactions transactions;
  private @Context HttpServletRequest servletRequest;

  @GET
  @Needs(Role.VIEWER)
  public String leases() {
    return ExplanationJson.list("leases", queries.leases(), "partition", causes.partitions());
  }

  /** Lists the holders of a partition, the latest first. */
  @GET
  @Path("{partition}/history")
  @Needs(Role.VIEWER)
  public String history(
      @PathParam("partition") String partition,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("limit") @DefaultValue("100") String limit) {
    check(partition);
    return RowJson.page(
        "holders",
        queries.history(partition, ListParameters.before(cursor), ListParameters.size(limit)));
  }

  /** Makes the holder release the partition to another node. */
  @POST
  @Path("{partition}/step-down")
  @Needs(Role.OPERATOR)
  public String stepDown(@PathParam("partition") String partition) {
    check(partition);
    String login = ApiLogin.required(servletRequest).name();
    String status = transactions.stepDown(login, partition) ? "released" : "not-held";
    return JSON.createObjectBuilder().add("status", status).build().toString();
  }

  /** Sets the node that leads the partition whenever it is able to. */
  @PUT
  @Path("{partition}/preferred-node")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.OPERATOR)
  public String prefer(@PathParam("partition") String partition, InputStream body) {
    JsonValue node =
        new JsonFields(RequestBody.object(body))
            .checkKnown(Set.of(NODE), "only node")
            .json()
            .getOrDefault(NODE, JsonValue.NULL);
    check(partition);
    if (!(node instanceof JsonString name) || !NODE_NAME.matcher(name.getString()).matches()) {
      throw Problem.BAD_FIELD.with(NODE, node, "the name of a node");
    }
    if (queries.node(name.getString()).isEmpty()) {
      throw Problem.NO_SUCH_NODE.with(name.getString());
    }
    return preferred(partition, name.getString());
  }

  @DELETE
  @Path("{partition}/preferred-node")
  @Needs(Role.OPERATOR)
  public String preferNone(@PathParam("partition") String partition) {
    check(partition);
    return preferred(partition, null);
  }

  private String preferred(String partition, @Nullable String node) {
    transactions.preferNode(ApiLogin.required(servletRequest).name(), partition, node);
    return leases();
  }

  private void check(String partition) {
    if (!LeaseConfig.isPartition(partition) || !queries.has(partition)) {
      throw Problem.NO_SUCH_LEASE.with(partition);
    }
  }
}
