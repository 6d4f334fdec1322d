package org.goodtiming.scheduler.web.batch;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.List;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.operations.batch.BatchPreview;
import org.goodtiming.scheduler.operations.batch.BatchQueries;
import org.goodtiming.scheduler.operations.batch.BatchRequest;
import org.goodtiming.scheduler.operations.batch.BatchTransactions;
import org.goodtiming.scheduler.operations.batch.RunFilter;
import org.goodtiming.scheduler.operations.idempotency.StoredAnswer;
import org.goodtiming.scheduler.operations.job.JobBatchQueries;
import org.goodtiming.scheduler.operations.job.JobCount;
import org.goodtiming.scheduler.operations.queue.WorkerQueueQueries;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.IdempotentRequests;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.ListParameters;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.RowJson;
import org.jspecify.annotations.Nullable;

/** Changes of all jobs, rows of the quarantine, or runs that a filter chooses. */
@Path("batch-operations")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class BatchOperationsResource {

  private static final JsonProvider JSON = JsonProvider.provider();
  private static final int NAMED_SCHEDULES = 10;

  private @Inject BatchQueries queries;
  private @Inject BatchTransactions transactions;
  private @Inject WorkerQueueQueries queues;
  private @Inject JobBatchQueries batches;
  private @Context HttpServletRequest servletRequest;
  private @Inject NewBatchOperations operations;

  /** The leader processes it; the location shows its progress. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.OPERATOR)
  public Response create(
      @HeaderParam(IdempotentRequests.HEADER) @Nullable String key, InputStream body) {
    String text = RequestBody.small(body);
    JsonFields json = new JsonFields(RequestBody.object(text));
    BatchRequest request = BatchJson.request(json);
    String queue = request.filter().queue();
    if (request.filter().property() != null && queue != null && queues.isEncrypted(queue)) {
      throw Problem.PROPERTY_ENCRYPTED.with(queue);
    }
    RunFilter runs = request.filter().runs();
    if (runs != null && runs.batch() != null) {
      JobBatchesResource.find(batches, runs.batch());
    }
    if (Boolean.TRUE.equals(json.flag("dryRun"))) {
      String login = ApiLogin.required(servletRequest).name();
      return Response.ok(preview(queries.preview(request, login))).build();
    }
    return operations.create(request, key, servletRequest, text);
  }

  static StoredAnswer created(Row operation) {
    return new StoredAnswer(
        202, RowJson.of(operation).build().toString(), "batch-operations/" + operation.text("id"));
  }

  /** The latest first. */
  @GET
  @Needs(Role.VIEWER)
  public String list(
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("limit") @DefaultValue("100") String limit) {
    return RowJson.page(
        "batchOperations", queries.list(ListParameters.before(cursor), ListParameters.size(limit)));
  }

  @GET
  @Path("{id}")
  @Needs(Role.VIEWER)
  public String operation(@PathParam("id") String id) {
    return describe(number(id));
  }

  /** Stops the operation; its changes stay. */
  @DELETE
  @Path("{id}")
  @Needs(Role.OPERATOR)
  public String stop(@PathParam("id") String id) {
    if (!transactions.stop(ApiLogin.required(servletRequest).name(), number(id))) {
      throw Problem.NO_SUCH_BATCH.with(id);
    }
    return describe(number(id));
  }

  private String describe(long id) {
    return RowJson.of(queries.find(id).orElseThrow(() -> Problem.NO_SUCH_BATCH.with(id)))
        .build()
        .toString();
  }

  static String preview(BatchPreview preview) {
    JsonObjectBuilder json = counted(preview.counted());
    if (preview.estimate() != null) {
      json.add("estimate", preview.estimate());
    }
    if (preview.dueAtOnce() != null) {
      json.add("dueAtOnce", Math.min(preview.dueAtOnce(), JobCount.CAP));
    }
    if (!preview.withoutGrant().isEmpty()) {
      json.add("withoutGrant", RowJson.of(preview.withoutGrant()));
    }
    if (preview.runAgain() > 0) {
      json.add("runAgain", preview.runAgain());
    }
    json.add("samples", RowJson.of(preview.samples()));
    return withSchedules(json, preview.schedules()).build().toString();
  }

  static JsonObjectBuilder counted(int count) {
    return JSON.createObjectBuilder()
        .add("counted", Math.min(count, JobCount.CAP))
        .add("more", count > JobCount.CAP);
  }

  private static JsonObjectBuilder withSchedules(JsonObjectBuilder json, List<JobKey> found) {
    if (found.isEmpty()) {
      return json;
    }
    JsonArrayBuilder names = JSON.createArrayBuilder();
    found.stream().limit(NAMED_SCHEDULES).map(JobKey::toString).forEach(names::add);
    return json.add("schedules", Math.min(found.size(), JobCount.CAP)).add("scheduleNames", names);
  }

  static long number(String id) {
    if (!id.matches("[0-9]{1,18}")) {
      throw Problem.NO_SUCH_BATCH.with(id);
    }
    return Long.parseLong(id);
  }
}
