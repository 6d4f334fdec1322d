package org.goodtiming.scheduler.web;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.goodtiming.scheduler.operations.OverviewQueries;
import org.goodtiming.scheduler.operations.Role;

/** Transactions in doubt, as the leader last saw them. */
@Path("in-doubt")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class InDoubtResource {

  private @Inject OverviewQueries queries;

  @GET
  @Needs(Role.VIEWER)
  public String transactions() {
    return RowJson.list("transactions", queries.inDoubt());
  }
}
