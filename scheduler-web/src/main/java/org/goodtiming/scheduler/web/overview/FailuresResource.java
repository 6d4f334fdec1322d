package org.goodtiming.scheduler.web.overview;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.spi.JsonProvider;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.goodtiming.scheduler.operations.overview.FailureQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.RowJson;

/** The failures that somebody has to deal with. */
@Path("failures")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class FailuresResource {

  private static final JsonProvider JSON = JsonProvider.provider();

  private @Inject FailureQueries failures;

  @GET
  @Needs(Role.VIEWER)
  public String failures() {
    return JSON.createObjectBuilder()
        .add("paused", RowJson.of(failures.paused()))
        .add("held", RowJson.of(failures.held()))
        .add("schedules", RowJson.of(failures.schedules()))
        .add("errors", RowJson.of(failures.errors()))
        .build()
        .toString();
  }
}
