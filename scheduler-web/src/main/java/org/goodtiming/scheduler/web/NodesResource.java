package org.goodtiming.scheduler.web;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.goodtiming.scheduler.operations.LeaseQueries;
import org.goodtiming.scheduler.operations.Role;

/** The nodes that the database knows. */
@Path("nodes")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class NodesResource {

  private @Inject LeaseQueries queries;

  @GET
  @Needs(Role.VIEWER)
  public String nodes() {
    return RowJson.list("nodes", queries.nodes());
  }
}
