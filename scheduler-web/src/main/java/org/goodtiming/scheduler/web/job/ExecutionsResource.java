package org.goodtiming.scheduler.web.job;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObjectBuilder;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.goodtiming.scheduler.execution.ExecutionState;
import org.goodtiming.scheduler.execution.ResultLookup;
import org.goodtiming.scheduler.execution.history.ExecutionStatus;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.operations.JobTransactions;
import org.goodtiming.scheduler.operations.execution.RunCancel;
import org.goodtiming.scheduler.operations.explanation.ExplanationQueries;
import org.goodtiming.scheduler.operations.job.JobFamily;
import org.goodtiming.scheduler.operations.job.JobPayload;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.ListParameters;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Preference;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.Unchanged;
import org.jspecify.annotations.Nullable;

/** The status monitor of tracked jobs. */
@Path("executions/{fireId}")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class ExecutionsResource {

  private static final int POLL_SECONDS = 5;

  private @Inject Executions executions;
  private @Inject JobTransactions jobs;
  private @Inject JobQueries queries;
  private @Inject ExplanationQueries explanations;
  private @Inject ExecutionWaits waits;
  private @Context HttpServletRequest servletRequest;
  private @Context Request request;

  /**
   * 200 until the execution has finished; then 303 to its result, unless the client asks for the
   * status only. With a Prefer header the answer is sent when the execution has ended.
   */
  @GET
  @Needs(Role.VIEWER)
  public void status(
      @PathParam("fireId") String fireId,
      @QueryParam("follow") @DefaultValue("true") String follow,
      @HeaderParam("Prefer") @Nullable String prefer,
      @Suspended AsyncResponse answer) {
    boolean leadsToResult = ListParameters.flag("follow", follow);
    ExecutionStatus status = find(fireId);
    Duration wait = Preference.wait(prefer);
    if (wait.isZero() || status.state().isFinal()) {
      JobFamily family = family(status);
      Response.ResponseBuilder unchanged = Unchanged.since(tag(status, family), request);
      answer.resume(
          unchanged == null
              ? monitor(status, family, describe(status, family, login()), leadsToResult)
              : unchanged.build());
    } else {
      ApiLogin login = login();
      waits.add(status.fireId(), wait, () -> resume(answer, fireId, login, leadsToResult));
    }
  }

  /** On another thread: what belongs to the request is gone. */
  private void resume(AsyncResponse answer, String fireId, ApiLogin login, boolean leadsToResult) {
    try {
      ExecutionStatus status = find(fireId);
      JobFamily family = family(status);
      answer.resume(monitor(status, family, describe(status, family, login), leadsToResult));
    } catch (RuntimeException e) {
      answer.resume(e);
    }
  }

  private JobFamily family(ExecutionStatus status) {
    return queries.family(status.key(), status.fireId());
  }

  static Response monitor(
      ExecutionStatus status, JobFamily family, String json, boolean leadsToResult) {
    Response.ResponseBuilder answer = Response.ok(json, MediaType.APPLICATION_JSON);
    if (leadsToResult && status.state() == ExecutionState.FINISHED) {
      answer.status(303).location(URI.create(location(status) + "/result"));
    }
    if (!status.state().isFinal()) {
      answer.header(HttpHeaders.RETRY_AFTER, POLL_SECONDS);
    }
    return answer.tag(tag(status, family)).build();
  }

  private String describe(ExecutionStatus status, JobFamily family, ApiLogin login) {
    JsonObjectBuilder json = ExecutionJson.of(status);
    FamilyJson.addTo(json, family);
    if (login.mayReadPayload(status.registeredBy())) {
      Optional<JobPayload> input =
          queries
              .input(status.fireId())
              .filter(payload -> login.mayRead(payload, status.registeredBy()));
      input.ifPresent(payload -> json.add("input", JobJson.of(payload)));
      // A worker may note what it has read
      if (input.isPresent() || login.has(Role.OPERATOR)) {
        executions.notes(status.fireId()).ifPresent(notes -> RunNotesJson.addTo(json, notes));
      }
    }
    return json.build().toString();
  }

  private static String location(ExecutionStatus status) {
    return "executions/" + status.fireId();
  }

  private static EntityTag tag(ExecutionStatus status, JobFamily family) {
    return new EntityTag(ExecutionJson.tag(status) + family.tag());
  }

  /**
   * 200 if it is cancelled, 202 if its worker is asked to stop, 409 if it has ended otherwise, or
   * is the next run of a schedule.
   */
  @DELETE
  @Needs(Role.SUBMITTER)
  public Response cancel(@PathParam("fireId") String fireId) {
    ExecutionStatus found = find(fireId);
    Optional<Receipt> refusal = jobs.refusalOfCancel(login().name(), found.key());
    return refusal.isPresent()
        ? Receipts.answer(refusal.get(), 200).build()
        : answer(jobs.cancelRun(login().name(), found.key(), found.fireId()), found);
  }

  private Response answer(RunCancel cancel, ExecutionStatus before) {
    String fireId = before.fireId().toString();
    return switch (cancel) {
      case CANCELLED -> Response.ok(outcome("cancelled", fireId)).build();
      case REQUESTED ->
          Response.status(202)
              .location(URI.create(location(before)))
              .header(HttpHeaders.RETRY_AFTER, 1)
              .entity(outcome("requested", fireId))
              .build();
      case RECURS ->
          throw Problem.RUN_OF_SCHEDULE.with(fireId, before.key().queue(), before.key().jobId());
      case OVERTAKEN -> throw Problem.OVERTAKEN.with(before.key().queue(), before.key().jobId());
      case TOO_LATE -> throw Problem.RUN_HAS_ENDED.with(fireId, find(fireId).state());
      case UNKNOWN -> throw Problem.NO_SUCH_EXECUTION.with(fireId);
    };
  }

  private String outcome(String word, String fireId) {
    return ExecutionJson.of(find(fireId)).add("cancel", word).build().toString();
  }

  @GET
  @Path("transitions")
  @Needs(Role.VIEWER)
  public String transitions(@PathParam("fireId") String fireId) {
    return ExecutionJson.of(executions.transitions(find(fireId).fireId()));
  }

  /** Why the run has not begun, or why it was late. */
  @GET
  @Path("explanation")
  @Needs(Role.VIEWER)
  public String explanation(@PathParam("fireId") String fireId) {
    return ExplanationJson.of(
        explanations.run(uuid(fireId)).orElseThrow(() -> Problem.NO_SUCH_EXECUTION.with(fireId)));
  }

  @GET
  @Path("result")
  @Produces(MediaType.WILDCARD)
  @Needs(Role.SUBMITTER)
  public Response result(@PathParam("fireId") String fireId) {
    ExecutionStatus status = findOwn(fireId);
    ResultLookup result = executions.result(status.fireId());
    return result instanceof ResultLookup.Present present
        ? Response.ok(present.bytes(), mediaType(present.kind())).build()
        : withoutResult(result, status);
  }

  /** 204 if there is no result left that could be read. */
  @DELETE
  @Path("result")
  @Needs(Role.SUBMITTER)
  public Response deleteResult(@PathParam("fireId") String fireId) {
    ExecutionStatus status = findOwn(fireId);
    return jobs.deleteResult(login().name(), status.fireId())
        ? Response.noContent().build()
        : withoutResult(executions.result(status.fireId()), status);
  }

  static Response withoutResult(ResultLookup result, ExecutionStatus status) {
    String fireId = status.fireId().toString();
    if (result instanceof ResultLookup.Expired) {
      throw Problem.RESULT_EXPIRED.with(fireId);
    }
    if (result instanceof ResultLookup.None) {
      return Response.noContent().build();
    }
    throw Problem.NO_RESULT_YET.with(fireId, status.state());
  }

  static String mediaType(ResultLookup.Kind kind) {
    return switch (kind) {
      case TEXT -> MediaType.TEXT_PLAIN + ";charset=UTF-8";
      case JSON -> MediaType.APPLICATION_JSON;
      case BYTES -> MediaType.APPLICATION_OCTET_STREAM;
    };
  }

  /** Finds an execution whose result the user may read. */
  private ExecutionStatus findOwn(String fireId) {
    ExecutionStatus status = find(fireId);
    if (!login().mayReadPayload(status.registeredBy())) {
      throw Problem.ROLE_LACKS.with(login().name(), Role.OPERATOR.label());
    }
    return status;
  }

  private ExecutionStatus find(String fireId) {
    return executions.find(uuid(fireId)).orElseThrow(() -> Problem.NO_SUCH_EXECUTION.with(fireId));
  }

  static UUID uuid(String fireId) {
    try {
      return UUID.fromString(fireId);
    } catch (IllegalArgumentException e) {
      throw Problem.NO_SUCH_EXECUTION.with(fireId);
    }
  }

  private ApiLogin login() {
    return Objects.requireNonNull(ApiLogin.of(servletRequest));
  }
}
