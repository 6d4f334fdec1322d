package org.goodtiming.scheduler.web.overview;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.goodtiming.scheduler.operations.cluster.LeaseQueries;
import org.goodtiming.scheduler.operations.explanation.QueueCauseQueries;
import org.goodtiming.scheduler.operations.overview.OverviewQueries;
import org.goodtiming.scheduler.operations.queue.WorkerQueueQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.RowJson;
import org.goodtiming.scheduler.web.job.ExplanationJson;

/** The state of the scheduler on one page. */
@Path("overview")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class OverviewResource {

  private @Inject OverviewQueries overview;
  private @Inject WorkerQueueQueries workerQueues;
  private @Inject LeaseQueries leases;
  private @Inject QueueCauseQueries causes;

  @GET
  @Needs(Role.VIEWER)
  public String overview() {
    return RowJson.of(overview.counts())
        .add("ledger", RowJson.of(overview.ledger()))
        .add("workerQueues", ExplanationJson.rows(workerQueues.list(), "name", causes.queues()))
        .add("leases", ExplanationJson.rows(leases.leases(), "partition", causes.partitions()))
        .add("nodes", RowJson.of(leases.nodes()))
        .build()
        .toString();
  }
}
