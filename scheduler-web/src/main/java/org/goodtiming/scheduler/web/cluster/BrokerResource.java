package org.goodtiming.scheduler.web.cluster;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Set;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.broker.inspection.BrokerInspector;
import org.goodtiming.scheduler.operations.queue.WorkerQueueQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.Needs;

/** Queries the broker from this node. */
@Path("broker")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class BrokerResource {

  private @Inject BrokerInspector broker;
  private @Inject WorkerQueueQueries workerQueues;

  @GET
  @Needs(Role.VIEWER)
  public String state() {
    Set<String> names =
        workerQueues.list().stream().map(queue -> queue.text("name")).collect(Collectors.toSet());
    return broker.inspect(names).toString();
  }
}
