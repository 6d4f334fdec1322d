package org.goodtiming.scheduler.web.overview;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import org.goodtiming.scheduler.operations.overview.StatisticQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.Needs;

/** The work of the nodes over time. */
@Path("statistics")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class StatisticsResource {

  private @Inject StatisticQueries queries;

  @GET
  @Needs(Role.VIEWER)
  public String statistics(@BeanParam StatisticQuery query) {
    return StatisticJson.of(queries.of(query.range(Instant.now())));
  }
}
