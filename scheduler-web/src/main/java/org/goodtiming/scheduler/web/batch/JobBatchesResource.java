package org.goodtiming.scheduler.web.batch;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.BatchChange;
import org.goodtiming.scheduler.job.RunLimit;
import org.goodtiming.scheduler.operations.JobTransactions;
import org.goodtiming.scheduler.operations.batch.BatchFilter;
import org.goodtiming.scheduler.operations.batch.BatchRequest;
import org.goodtiming.scheduler.operations.batch.BatchVerb;
import org.goodtiming.scheduler.operations.batch.RunFilter;
import org.goodtiming.scheduler.operations.job.JobBatchQueries;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.IdempotentRequests;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.ListParameters;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.RowJson;
import org.goodtiming.scheduler.web.job.JobAction;
import org.goodtiming.scheduler.web.job.JobPath;
import org.goodtiming.scheduler.web.job.Receipts;
import org.jspecify.annotations.Nullable;

/** Job batches: jobs that belong together, with their progress. */
@Path("job-batches")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class JobBatchesResource {

  private @Inject JobBatchQueries batches;
  private @Inject JobTransactions jobs;
  private @Inject NewBatchOperations operations;
  private @Context HttpServletRequest servletRequest;

  /** The latest first. */
  @GET
  @Needs(Role.VIEWER)
  public String list(
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("limit") @DefaultValue("100") String limit) {
    return RowJson.page(
        "jobBatches", batches.list(ListParameters.before(cursor), ListParameters.size(limit)));
  }

  @GET
  @Path("{id: .+}")
  @Needs(Role.VIEWER)
  public String batch(@PathParam("id") String id) {
    return describe(JobPath.decoded(id));
  }

  private String describe(String id) {
    return RowJson.of(find(batches, id))
        .add("children", RowJson.of(batches.children(id)))
        .build()
        .toString();
  }

  static Row find(JobBatchQueries batches, String id) {
    return batches
        .find(String.valueOf(ListParameters.text("id", id)))
        .orElseThrow(() -> Problem.NO_SUCH_JOB_BATCH.with(id));
  }

  /** Closes the batch by its size; without one, opens it. */
  @PUT
  @Path("{id: .+}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.SUBMITTER)
  public Response put(@PathParam("id") String id, InputStream body) {
    JsonFields json = new JsonFields(RequestBody.optionalObject(body));
    json.checkKnown(Set.of("size", "timeout"), "size and timeout");
    Map<String, Object> values = new HashMap<>();
    String size =
        checked(json, "size", BatchChange::isSize, "the number of members, 0 to 10000000");
    String timeout = checked(json, "timeout", RunLimit::isLimit, "a duration from PT1S to P366D");
    if (size != null) {
      values.put(WireContract.BATCH_SIZE, size);
    }
    if (timeout != null) {
      values.put(WireContract.BATCH_TIMEOUT, timeout);
    }
    String batch = JobPath.decoded(id);
    Receipt receipt = jobs.changeBatch(login(), batch, values);
    return receipt.code() == null
        ? Response.ok(describe(batch)).build()
        : Receipts.answer(receipt, 200).build();
  }

  /** Null if the field is absent; the scheduler reads a number as text, too. */
  private static @Nullable String checked(
      JsonFields fields, String name, Predicate<String> condition, String expected) {
    JsonValue value = fields.json().get(name);
    if (value == null) {
      return null;
    }
    String text = value instanceof JsonString string ? string.getString() : value.toString();
    if (!condition.test(text)) {
      throw Problem.BAD_FIELD.with(name, value, expected);
    }
    return text;
  }

  /** Cancels its members that wait, and asks the workers of the others to stop. */
  @DELETE
  @Path("{id: .+}")
  @Needs(Role.OPERATOR)
  public Response cancel(
      @PathParam("id") String id, @HeaderParam(IdempotentRequests.HEADER) @Nullable String key) {
    String batch = JobPath.decoded(id);
    return begin(batch, BatchVerb.CANCEL_RUNS, RunFilter.openOf(batch), key);
  }

  /** Runs again what has failed. */
  @POST
  @Path("{id: .+}")
  @Needs(Role.OPERATOR)
  public Response act(
      @PathParam("id") String path,
      @HeaderParam(IdempotentRequests.HEADER) @Nullable String key,
      InputStream body) {
    int end = path.lastIndexOf('/');
    if (end < 0 || !path.substring(end + 1).equals(BatchVerb.RUN_AGAIN.label())) {
      throw JobAction.unknown(path);
    }
    // Such as dryRun, which must not run them
    new JsonFields(RequestBody.optionalObject(body))
        .checkKnown(Set.of(), "none: POST /batch-operations with jobBatch has a dry run");
    String batch = JobPath.decoded(path.substring(0, end));
    return begin(batch, BatchVerb.RUN_AGAIN, RunFilter.failedOf(batch), key);
  }

  /** A batch operation, which the leader processes; the location shows its progress. */
  private Response begin(String id, BatchVerb verb, RunFilter runs, @Nullable String key) {
    find(batches, id);
    BatchFilter filter =
        new BatchFilter(null, null, null, null, null, null, null, null, runs, false);
    return operations.create(new BatchRequest(verb, null, filter), key, servletRequest, "");
  }

  private String login() {
    return ApiLogin.required(servletRequest).name();
  }
}
