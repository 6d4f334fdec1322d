package org.goodtiming.scheduler.web.job;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.execution.history.Executions;
import org.goodtiming.scheduler.operations.Condition;
import org.goodtiming.scheduler.operations.JobTransactions;
import org.goodtiming.scheduler.operations.explanation.ExplanationQueries;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.goodtiming.scheduler.operations.job.JobContent;
import org.goodtiming.scheduler.operations.job.JobCount;
import org.goodtiming.scheduler.operations.job.JobFilter;
import org.goodtiming.scheduler.operations.job.JobOrder;
import org.goodtiming.scheduler.operations.job.JobPage;
import org.goodtiming.scheduler.operations.job.JobPayload;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.job.JobView;
import org.goodtiming.scheduler.operations.job.Move;
import org.goodtiming.scheduler.operations.queue.WorkerQueueQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.registration.Receipt;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.IdempotentRequests;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.ListParameters;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.TraceHeaders;
import org.goodtiming.scheduler.web.http.Unchanged;
import org.jspecify.annotations.Nullable;

/** Jobs that wait, and what became of those that waited. */
@Path("jobs")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class JobsResource {

  private static final JsonProvider JSON = JsonProvider.provider();
  private static final int SHOWN_EXECUTIONS = 10;

  private @Inject JobTransactions jobs;
  private @Inject JobQueries queries;
  private @Inject Executions executions;
  private @Inject ExplanationQueries explanations;
  private @Inject SchedulerConfig config;
  private @Inject WorkerQueueQueries queues;
  private @Inject IdempotentRequests requests;
  private @Context HttpServletRequest servletRequest;
  private @Context Request request;
  private @Context UriInfo uri;

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.SUBMITTER)
  public Response create(
      @HeaderParam(IdempotentRequests.HEADER) @Nullable String key,
      @BeanParam TraceHeaders trace,
      InputStream body) {
    String json = read(body);
    return requests.once(
        key,
        servletRequest,
        json,
        login -> Receipts.created(jobs.schedule(login, trace.addTo(json))),
        (login, first) -> Receipts.replayed(first, job -> jobs.refusalOfCancel(login, job)));
  }

  /** Applies all rules to a job, and registers nothing. */
  @POST
  @Path("check")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.SUBMITTER)
  public Response check(InputStream body) {
    return jobs.refusal(login().name(), read(body))
        .map(receipt -> Receipts.answer(receipt, 422).build())
        .orElseGet(() -> status("acceptable"));
  }

  @PUT
  @Path("{queue}/{id: .+}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.SUBMITTER)
  public Response put(
      @BeanParam JobPath path,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @BeanParam TraceHeaders trace,
      InputStream body) {
    Condition condition = JobDetail.condition(ifMatch);
    String json = trace.addTo(read(body));
    Receipt receipt = jobs.schedule(login().name(), path.queue(), path.id(), condition, json);
    int done = receipt.status() == Receipt.Status.REPLACED ? 200 : 201;
    return Receipts.answer(receipt, done).build();
  }

  @DELETE
  @Path("{queue}/{id: .+}")
  @Needs(Role.SUBMITTER)
  public Response cancel(
      @BeanParam JobPath path,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @QueryParam("schedules") @DefaultValue("true") String schedules) {
    Condition condition = JobDetail.condition(ifMatch);
    String login = login().name();
    return Receipts.cancelled(
        ListParameters.flag("schedules", schedules)
            ? jobs.cancel(login, path.queue(), path.id(), condition)
            : jobs.cancelUnlessRecurs(login, path.key(), condition)
                .orElseThrow(
                    () -> Problem.RUN_OF_SCHEDULE.with(path.id(), path.queue(), path.id())));
  }

  /** An action on a waiting job. */
  @POST
  @Path("{queue}/{id: .+}")
  @Needs(Role.OPERATOR)
  public Response act(
      @BeanParam JobPath path,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      InputStream body) {
    Condition condition = JobDetail.condition(ifMatch);
    JobAction action = path.action();
    JobKey key = action.key();
    String login = login().name();
    return switch (action.name()) {
      case "run-now" -> ranNow(key, jobs.runNow(login, key, condition));
      case "reschedule" -> changed(key, jobs.reschedule(login, key, condition, move(body)));
      case "settings" ->
          changed(
              key,
              jobs.set(login, key, condition, JobSettingsJson.changes(RequestBody.object(body))));
      case "hold" -> changed(key, jobs.hold(login, key, condition));
      case "release" -> changed(key, jobs.release(login, key, condition));
      default -> throw action.unknown();
    };
  }

  public static Move move(InputStream body) {
    return MoveJson.of(
        new JsonFields(RequestBody.object(body))
            .checkKnown(MoveJson.FIELDS, "only dueAt or dueOffset"));
  }

  static Response changed(JobKey key, JobChanges.Outcome outcome) {
    return switch (outcome) {
      case CHANGED, ADDED -> status("changed");
      case EXPIRES -> status("expires");
      case NOT_WAITING -> throw Problem.NO_SUCH_JOB.with(key.queue(), key.jobId());
      case HELD -> throw Problem.JOB_HELD.with(key.queue(), key.jobId());
      case AFTER_OTHERS -> throw Problem.JOB_AFTER_OTHERS.with(key.queue(), key.jobId());
      case RECURS -> throw Problem.JOB_RECURS.with(key.queue(), key.jobId());
      case PAUSED -> throw Problem.SCHEDULE_PAUSED.with(key.queue(), key.jobId());
      case EXPIRES_EARLIER -> throw Problem.EXPIRES_EARLIER.with(key.queue(), key.jobId());
    };
  }

  private static Response ranNow(JobKey key, JobChanges.RunNow run) {
    return run.fireId() == null ? changed(key, run.outcome()) : dueRun(run, run.fireId());
  }

  private static Response dueRun(JobChanges.RunNow run, String fireId) {
    String word = run.outcome() == JobChanges.Outcome.ADDED ? "added" : "changed";
    return json(JSON.createObjectBuilder().add("status", word).add("fireId", fireId));
  }

  private static Response status(String word) {
    return json(JSON.createObjectBuilder().add("status", word));
  }

  private static Response json(JsonObjectBuilder answer) {
    return Response.ok(answer.build().toString()).build();
  }

  @GET
  @Path("{queue}/{id: .+}")
  @Needs(Role.VIEWER)
  public Response job(@BeanParam JobPath path) {
    JobKey key = path.key();
    // In this order, so that a job that is dispatched meanwhile is found
    JobView waiting = queries.find(key).orElse(null);
    JobDetail job =
        new JobDetail(key, waiting, executions.ofJob(key, SHOWN_EXECUTIONS), queries.family(key));
    if (job.isEmpty()) {
      throw Problem.NO_SUCH_JOB.with(key.queue(), key.jobId());
    }
    Response.ResponseBuilder unchanged = Unchanged.since(job.tag(), request);
    return unchanged == null
        ? Response.ok(describe(job)).tag(job.tag()).build()
        : unchanged.build();
  }

  /** Why the job has not run, or why its latest run was late. */
  @GET
  @Path("{queue}/{id: .+}/explanation")
  @Needs(Role.VIEWER)
  public String explanation(@BeanParam JobPath path) {
    JobKey key = path.key();
    return ExplanationJson.of(
        explanations
            .job(key)
            .orElseThrow(() -> Problem.NO_SUCH_JOB.with(key.queue(), key.jobId())));
  }

  @GET
  @Needs(Role.VIEWER)
  public String list(@BeanParam JobListQuery query) {
    JobFilter filter = query.filter();
    JobContent content = query.content(login());
    String queue = filter.queue();
    if (content.property() != null && queue != null && queues.isEncrypted(queue)) {
      throw Problem.PROPERTY_ENCRYPTED.with(queue);
    }
    JobOrder order = query.order();
    JobPage page =
        content.equals(JobContent.ANY)
            ? queries.list(filter, order, query.after(), query.size())
            : queries.search(filter, content, order, query.after(), query.size());
    JobCount count = query.counts() ? count(query, content, page) : null;
    return JobJson.of(page, count, query.excerpts() ? excerpts(page) : Map.of());
  }

  /** What the user may read of the jobs, by their rows. */
  private Map<Long, String> excerpts(JobPage page) {
    List<JobView> jobs =
        page.jobs().stream().filter(job -> login().mayReadPayload(job.registeredBy())).toList();
    Map<Long, JobPayload> payloads = jobs.isEmpty() ? Map.of() : queries.payloads(jobs);
    Map<Long, String> excerpts = new HashMap<>();
    for (JobView job : jobs) {
      JobPayload payload = payloads.get(job.id());
      if (payload != null && login().mayRead(payload, job.registeredBy())) {
        excerpts.put(job.id(), payload.excerpt());
      }
    }
    return excerpts;
  }

  /** A first page that no other one follows, or only a further search, has all that are counted. */
  private JobCount count(JobListQuery query, JobContent content, JobPage page) {
    if (query.after() == null && (page.next() == null || page.limitMet())) {
      return JobCount.capped(page.jobs().size(), page.limitMet());
    }
    return content.equals(JobContent.ANY)
        ? JobCount.capped(queries.count(query.filter()), false)
        : queries.count(query.filter(), content, query.order());
  }

  private String describe(JobDetail job) {
    JsonObjectBuilder json = job.json(uri.getBaseUri());
    JobView waiting = job.waiting();
    if (waiting != null) {
      queries.settings(job.key()).ifPresent(settings -> JobJson.add(json, settings));
    }
    if (waiting != null && login().mayReadPayload(waiting.registeredBy())) {
      queries
          .payload(job.key())
          .filter(payload -> login().mayRead(payload, waiting.registeredBy()))
          .ifPresent(payload -> JobJson.add(json, payload));
    }
    return json.build().toString();
  }

  private String read(InputStream body) {
    return RequestBody.ofJob(body, config.registration());
  }

  private ApiLogin login() {
    return ApiLogin.required(servletRequest);
  }
}
