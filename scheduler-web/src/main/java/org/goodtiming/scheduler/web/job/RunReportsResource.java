package org.goodtiming.scheduler.web.job;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.operations.execution.RunReports;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;

/** Reports of workers that answer HTTP, and have no connection to the broker. */
@Path("executions/{fireId}/reports")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class RunReportsResource {

  private static final JsonProvider JSON = JsonProvider.provider();

  private @Inject Executions executions;
  private @Inject RunReports reports;
  private @Inject SchedulerConfig config;

  /** Answers the run, which says whether its worker is to stop. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.SUBMITTER)
  public String report(@PathParam("fireId") String fireId, InputStream body) {
    JsonObject json = RequestBody.object(RequestBody.ofJob(body, config.registration()));
    ExecutionStatus run = find(fireId);
    String report =
        JSON.createObjectBuilder(json).add("fireId", run.fireId().toString()).build().toString();
    if (!reports.take(report)) {
      throw Problem.REPORT_IGNORED.with(fireId, find(fireId).state());
    }
    return ExecutionJson.of(find(fireId)).build().toString();
  }

  private ExecutionStatus find(String fireId) {
    return executions
        .find(ExecutionsResource.uuid(fireId))
        .orElseThrow(() -> Problem.NO_SUCH_EXECUTION.with(fireId));
  }
}
