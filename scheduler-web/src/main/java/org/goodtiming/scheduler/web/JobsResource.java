package org.goodtiming.scheduler.web;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObjectBuilder;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.net.URI;
import java.util.Objects;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.operations.JobFilter;
import org.goodtiming.scheduler.operations.JobPage;
import org.goodtiming.scheduler.operations.JobQueries;
import org.goodtiming.scheduler.operations.JobTransactions;
import org.goodtiming.scheduler.operations.JobView;
import org.goodtiming.scheduler.operations.Role;
import org.goodtiming.scheduler.registration.Receipt;
import org.jspecify.annotations.Nullable;

/** Jobs that wait. */
@Path("jobs")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class JobsResource {

  /** JSON may write each byte as an escape of six. */
  private static final int BYTES_OF_AN_ESCAPE = 6;

  private @Inject JobTransactions jobs;
  private @Inject JobQueries queries;
  private @Inject SchedulerConfig config;
  private @Context HttpServletRequest servletRequest;
  private @Context UriInfo uri;
  private @Context Request request;

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.SUBMITTER)
  public Response create(InputStream body) {
    Receipt receipt = jobs.schedule(login().name(), read(body));
    return receipt.key() == null || receipt.code() != null
        ? Receipts.answer(receipt, 202).build()
        : Receipts.created(receipt, location(receipt.key()));
  }

  @PUT
  @Path("{queue}/{id: .+}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.SUBMITTER)
  public Response put(
      @PathParam("queue") String queue, @PathParam("id") String id, InputStream body) {
    Receipt receipt = jobs.schedule(login().name(), queue, id, read(body));
    int done = receipt.status() == Receipt.Status.REPLACED ? 200 : 201;
    return Receipts.answer(receipt, done).build();
  }

  @DELETE
  @Path("{queue}/{id: .+}")
  @Needs(Role.SUBMITTER)
  public Response cancel(@PathParam("queue") String queue, @PathParam("id") String id) {
    return Receipts.answer(jobs.cancel(login().name(), queue, id), 200).build();
  }

  @GET
  @Path("{queue}/{id: .+}")
  @Needs(Role.VIEWER)
  public Response job(@PathParam("queue") String queue, @PathParam("id") String id) {
    JobKey key = key(queue, id);
    JobView job = queries.find(key).orElseThrow(() -> Problem.NO_SUCH_JOB.with(queue, id));
    EntityTag tag = new EntityTag(job.id() + "." + job.version());
    Response.ResponseBuilder unchanged = request.evaluatePreconditions(tag);
    return unchanged == null ? Response.ok(describe(job)).tag(tag).build() : unchanged.build();
  }

  @GET
  @Needs(Role.VIEWER)
  public String list(@BeanParam JobListQuery query) {
    JobFilter filter = query.filter();
    JobPage page = queries.list(filter, query.after(), query.size());
    return JobJson.of(page, query.counts() ? queries.count(filter) : -1);
  }

  private String describe(JobView job) {
    JsonObjectBuilder json = JobJson.of(job);
    if (mayReadPayload(job.registeredBy())) {
      queries.payload(job.key()).ifPresent(payload -> JobJson.add(json, payload));
    }
    return json.build().toString();
  }

  /** Operators read all payloads, others those of the jobs that they registered themselves. */
  private boolean mayReadPayload(@Nullable String registeredBy) {
    return login().has(Role.OPERATOR)
        || (login().has(Role.SUBMITTER) && login().name().equals(registeredBy));
  }

  private String read(InputStream body) {
    int most = config.registration().maxBodyBytes() + config.registration().maxPropertyBytes();
    return RequestBody.read(body, most * BYTES_OF_AN_ESCAPE);
  }

  private static JobKey key(String queue, String id) {
    if (queue.isBlank() || id.isBlank() || (queue + id).indexOf('\0') >= 0) {
      throw Problem.NO_SUCH_JOB.with(queue, id);
    }
    return new JobKey(queue, id);
  }

  private URI location(JobKey key) {
    Object[] parts = {key.queue(), key.jobId()};
    return uri.getBaseUriBuilder().path("jobs/{queue}/{id}").build(parts, false);
  }

  private ApiLogin login() {
    return Objects.requireNonNull(ApiLogin.of(servletRequest));
  }
}
