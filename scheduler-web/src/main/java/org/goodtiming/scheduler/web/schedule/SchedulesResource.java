package org.goodtiming.scheduler.web.schedule;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObjectBuilder;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.execution.history.ExecutionPosition;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.operations.Condition;
import org.goodtiming.scheduler.operations.OperatorTransactions;
import org.goodtiming.scheduler.operations.explanation.ExplanationQueries;
import org.goodtiming.scheduler.operations.idempotency.StoredAnswer;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.schedule.Backfills;
import org.goodtiming.scheduler.operations.schedule.CalendarQueries;
import org.goodtiming.scheduler.operations.schedule.ScheduleChanges;
import org.goodtiming.scheduler.operations.schedule.ScheduleQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.Cursor;
import org.goodtiming.scheduler.web.http.IdempotentRequests;
import org.goodtiming.scheduler.web.http.IfMatch;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.ListParameters;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.PauseEnd;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.ProblemException;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.RowJson;
import org.goodtiming.scheduler.web.job.ExecutionJson;
import org.goodtiming.scheduler.web.job.ExplanationJson;
import org.goodtiming.scheduler.web.job.JobAction;
import org.goodtiming.scheduler.web.job.JobPath;
import org.goodtiming.scheduler.web.job.Receipts;
import org.jspecify.annotations.Nullable;

/** Jobs that recur. They are registered and cancelled as jobs. */
@Path("schedules")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class SchedulesResource {

  private static final String PLANNED_AT = "plannedAt";

  private @Inject ScheduleQueries queries;
  private @Inject CalendarQueries calendars;
  private @Inject Executions executions;
  private @Inject ExplanationQueries explanations;
  private @Inject OperatorTransactions transactions;
  private @Inject IdempotentRequests requests;
  private @Context HttpServletRequest servletRequest;

  @GET
  @Needs(Role.VIEWER)
  public String list(@BeanParam ScheduleListQuery query) {
    int size = query.size();
    return ScheduleJson.page(queries.list(query.filter(), query.after(), size), size, calendars);
  }

  /** When a recurrence would be due, and why not at other times. */
  @GET
  @Path("preview")
  @Needs(Role.VIEWER)
  public String preview(
      @QueryParam("recurrence") @DefaultValue("") String recurrence,
      @QueryParam("after") @Nullable String after,
      @QueryParam("runs") @DefaultValue("10") String runs) {
    Recurrence parsed = PreviewJson.parse(recurrence, calendars);
    Instant start = after == null ? Instant.now() : ListParameters.moment("after", after);
    return PreviewJson.of(parsed, start, PreviewJson.runs(runs));
  }

  @GET
  @Path("{queue}/{id: .+}")
  @Needs(Role.VIEWER)
  public Response schedule(@BeanParam JobPath path) {
    return answer(path.key());
  }

  private Response answer(JobKey key) {
    Row row = queries.find(key).orElseThrow(() -> unknown(key));
    JsonObjectBuilder json = ScheduleJson.of(row, calendars);
    if (mayReadPayload(row.values())) {
      queries
          .registration(key)
          .ifPresent(found -> json.add("registration", ScheduleJson.of(found)));
    }
    return RowJson.answer(row, json).build();
  }

  /**
   * Whether the user may read the payload; one from a definition is for those who may read
   * definitions.
   */
  private boolean mayReadPayload(Map<String, Object> schedule) {
    return login().has(Role.OPERATOR)
        || (login().mayReadPayload((String) schedule.get("registeredBy"))
            && !schedule.containsKey("definition"));
  }

  private static ProblemException unknown(JobKey key) {
    return Problem.NO_SUCH_SCHEDULE.with(key.queue(), key.jobId());
  }

  private static ProblemException ended(JobKey key) {
    return Problem.SCHEDULE_ENDED.with(key.queue(), key.jobId());
  }

  /** The executions of a tracked schedule, the newest first. */
  @GET
  @Path("{queue}/{id: .+}/executions")
  @Needs(Role.VIEWER)
  public String executions(
      @BeanParam JobPath path,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("limit") @DefaultValue("100") String limit) {
    JobKey key = path.key();
    int size = ListParameters.size(limit);
    ExecutionPosition after = cursor == null ? null : Cursor.readExecution(cursor);
    if (queries.find(key).isEmpty()) {
      throw unknown(key);
    }
    return ExecutionJson.page(executions.ofJob(key, after, size + 1), size);
  }

  /** Why the next run of the schedule has not been dispatched. */
  @GET
  @Path("{queue}/{id: .+}/explanation")
  @Needs(Role.VIEWER)
  public String explanation(@BeanParam JobPath path) {
    JobKey key = path.key();
    return ExplanationJson.of(explanations.schedule(key).orElseThrow(() -> unknown(key)));
  }

  /** Pauses or resumes a schedule, skips its next run, or adds runs that it has not had. */
  @POST
  @Path("{queue}/{id: .+}")
  @Needs(Role.OPERATOR)
  public Response act(
      @BeanParam JobPath path,
      @HeaderParam(IdempotentRequests.HEADER) @Nullable String repeated,
      InputStream body) {
    JobAction action = path.action();
    JobKey key = action.key();
    Condition condition = IfMatch.of(servletRequest);
    String login = login().name();
    return switch (action.name()) {
      case "pause" ->
          changed(key, transactions.pauseSchedule(login, key, condition, PauseEnd.of(body)));
      case "skip" -> changed(key, transactions.skipRun(login, key, condition, skipped(body)));
      case "backfill" -> backfilled(key, condition, repeated, RequestBody.small(body));
      case "resume" -> changed(key, transactions.resumeSchedule(login, key, condition));
      default -> throw action.unknown();
    };
  }

  private Response backfilled(
      JobKey key, Condition condition, @Nullable String repeated, String body) {
    BackfillJson request = BackfillJson.of(body);
    return requests.once(
        repeated,
        servletRequest,
        body,
        login ->
            answer(
                key,
                request,
                transactions.backfill(login, key, condition, request.range(), request.isDryRun())),
        (login, first) -> first);
  }

  private static StoredAnswer answer(JobKey key, BackfillJson request, Backfills.Answer answer) {
    if (answer instanceof Backfills.Added added) {
      return new StoredAnswer(200, request.answer(added), null);
    }
    ProblemException refusal =
        switch ((Backfills.Refused) answer) {
          case UNKNOWN -> unknown(key);
          case ENDED -> ended(key);
          case PAUSED -> Problem.SCHEDULE_PAUSED.with(key.queue(), key.jobId());
          case NOT_PAST -> notBackfilled(key, "until must be after from, and not later than now");
          case TOO_MANY ->
              notBackfilled(
                  key,
                  "more than %d times were planned: name a shorter range"
                      .formatted(Backfills.MAX_RUNS));
          case COUNTS_FROM_RUNS ->
              notBackfilled(
                  key, "its times count from its runs, so none were planned without them");
        };
    return IdempotentRequests.stored(refusal.response());
  }

  private static ProblemException notBackfilled(JobKey key, String why) {
    return Problem.BACKFILL_REFUSED.with(key.queue(), key.jobId(), why);
  }

  /** Ends a schedule. */
  @DELETE
  @Path("{queue}/{id: .+}")
  @Needs(Role.SUBMITTER)
  public Response end(@BeanParam JobPath path) {
    JobKey key = path.key();
    return transactions
        .endSchedule(login().name(), key, IfMatch.of(servletRequest))
        .map(Receipts::cancelled)
        .orElseThrow(() -> queries.find(key).isEmpty() ? unknown(key) : ended(key));
  }

  /** The planned time of the run that is to be skipped; null for whichever waits. */
  private static @Nullable Instant skipped(InputStream body) {
    return new JsonFields(RequestBody.optionalObject(body))
        .checkKnown(Set.of(PLANNED_AT), "only " + PLANNED_AT)
        .moment(PLANNED_AT);
  }

  private Response changed(JobKey key, ScheduleChanges.Outcome outcome) {
    return switch (outcome) {
      case CHANGED -> answer(key);
      case UNKNOWN -> throw unknown(key);
      case ENDED -> throw ended(key);
      case NO_LATER_RUN -> throw Problem.NO_LATER_RUN.with(key.queue(), key.jobId());
      case UNTIL_HAS_PASSED -> throw PauseEnd.hasPassed();
    };
  }

  private ApiLogin login() {
    return ApiLogin.required(servletRequest);
  }
}
