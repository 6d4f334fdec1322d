package org.goodtiming.scheduler.web;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.spi.JsonProvider;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import org.goodtiming.scheduler.operations.LeaseQueries;
import org.goodtiming.scheduler.operations.OperatorTransactions;
import org.goodtiming.scheduler.operations.Role;
import org.goodtiming.scheduler.operations.WorkerQueueSettings;
import org.jspecify.annotations.Nullable;

/** Which node leads which partition. */
@Path("leases")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class LeasesResource {

  private static final JsonProvider JSON = JsonProvider.provider();

  private @Inject LeaseQueries queries;
  private @Inject OperatorTransactions transactions;
  private @Context HttpServletRequest servletRequest;

  @GET
  @Needs(Role.VIEWER)
  public String leases() {
    return RowJson.list("leases", queries.leases());
  }

  /** The latest holder first. */
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

  /** Has the holder let another node lead. */
  @POST
  @Path("{partition}/step-down")
  @Needs(Role.OPERATOR)
  public String stepDown(@PathParam("partition") String partition) {
    check(partition);
    String login = ApiLogin.required(servletRequest).name();
    String status = transactions.stepDown(login, partition) ? "released" : "not-held";
    return JSON.createObjectBuilder().add("status", status).build().toString();
  }

  private void check(String partition) {
    if (!WorkerQueueSettings.isPartition(partition) || !queries.has(partition)) {
      throw Problem.NO_SUCH_LEASE.with(partition);
    }
  }
}
