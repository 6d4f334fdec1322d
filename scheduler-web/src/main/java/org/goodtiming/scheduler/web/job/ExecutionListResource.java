package org.goodtiming.scheduler.web.job;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.operations.execution.ExecutionFilter;
import org.goodtiming.scheduler.operations.execution.ExecutionQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.Needs;

/** The executions of all jobs. */
@Path("executions")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class ExecutionListResource {

  private @Inject ExecutionQueries queries;
  private @Context UriInfo uri;

  /** Lists a page; the newest execution first, unless the request names another order. */
  @GET
  @Needs(Role.VIEWER)
  public String list(@BeanParam ExecutionListQuery query) {
    ExecutionFilter filter = query.filter();
    int size = query.size();
    List<ExecutionStatus> found = queries.list(filter, query.order(), query.after(), size);
    return ExecutionJson.page(
        found, query.order(), size, count(query, found.size()), uri.getBaseUri());
  }

  /**
   * The number of executions; negative if the request does not ask for it. A first page that is the
   * only page contains all.
   */
  private int count(ExecutionListQuery query, int found) {
    if (!query.counts()) {
      return -1;
    }
    boolean hasAll = query.after() == null && found <= query.size();
    return hasAll ? found : queries.count(query.filter(), query.order());
  }
}
