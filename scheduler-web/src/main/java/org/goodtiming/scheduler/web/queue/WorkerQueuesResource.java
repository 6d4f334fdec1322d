package org.goodtiming.scheduler.web.queue;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.goodtiming.scheduler.config.operations.QueueName;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.encryption.aes.PayloadCipher;
import org.goodtiming.scheduler.operations.Condition;
import org.goodtiming.scheduler.operations.OperatorTransactions;
import org.goodtiming.scheduler.operations.explanation.QueueCauseQueries;
import org.goodtiming.scheduler.operations.queue.QueueSetting;
import org.goodtiming.scheduler.operations.queue.WorkerQueueChanges.Removal;
import org.goodtiming.scheduler.operations.queue.WorkerQueueQueries;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.schedule.CalendarQueries;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.IfMatch;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.PauseEnd;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.ReceiverUrl;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.RowJson;
import org.goodtiming.scheduler.web.job.ExplanationJson;

/** The worker queues to which the scheduler dispatches. */
@Path("worker-queues")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class WorkerQueuesResource {

  private static final String NEXT_STEP =
      "only an administrator of the broker creates queues. If the broker does not have this one yet:"
          + " goodtiming install broker --home BROKER_HOME --worker-queue %s && touch BROKER_HOME/etc/broker.xml";

  private @Inject WorkerQueueQueries queries;
  private @Inject CalendarQueries calendars;
  private @Inject QueueCauseQueries causes;
  private @Inject OperatorTransactions transactions;
  private @Inject PayloadCipher cipher;
  private @Inject SchedulerConfig config;
  private @Context HttpServletRequest servletRequest;

  @GET
  @Needs(Role.VIEWER)
  public String list() {
    return ExplanationJson.list("workerQueues", queries.list(), "name", causes.queues());
  }

  @GET
  @Path("{name}")
  @Needs(Role.VIEWER)
  public Response queue(@PathParam("name") String name) {
    Row queue = find(name);
    return RowJson.answer(queue, withCauses(queue)).build();
  }

  /** Creates or changes a queue; settings that the body omits do not change. */
  @PUT
  @Path("{name}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.OPERATOR)
  public Response put(@PathParam("name") String name, InputStream body) {
    if (!QueueName.isWorkerQueue(name)) {
      throw Problem.BAD_QUEUE_NAME.with(name);
    }
    JsonObject json = RequestBody.withSchema(body);
    Map<QueueSetting, Object> settings = WorkerQueueJson.settings(json);
    if (Boolean.TRUE.equals(settings.get(QueueSetting.ENCRYPTED)) && !cipher.hasKey()) {
      throw Problem.NO_ENCRYPTION_KEY.with(name, config.node());
    }
    if (settings.containsKey(QueueSetting.TARGET)
        && !ApiLogin.required(servletRequest).has(Role.ADMIN)) {
      throw Problem.ROLE_LACKS.with(login(), Role.ADMIN.label());
    }
    Object target = settings.getOrDefault(QueueSetting.TARGET, QueueSetting.NO_TARGET);
    if (!target.equals(QueueSetting.NO_TARGET)) {
      ReceiverUrl.checkAllowed(target.toString(), config.target());
    }
    WorkerQueueJson.checkClosed(settings.get(QueueSetting.CLOSED), calendars, Instant.now());
    boolean created =
        transactions.putWorkerQueue(
            login(), name, IfMatch.of(servletRequest), settings, WorkerQueueJson.inputSchema(json));
    Row queue = find(name);
    JsonObjectBuilder answer = withCauses(queue);
    if (created) {
      answer.add("nextStep", NEXT_STEP.formatted(name));
    }
    return RowJson.answer(queue, answer).status(created ? 201 : 200).build();
  }

  /** Deletes the worker queue and its grants; the broker's queue stays. */
  @DELETE
  @Path("{name}")
  @Needs(Role.ADMIN)
  public Response delete(@PathParam("name") String name) {
    Condition condition = IfMatch.of(servletRequest);
    if (!QueueName.isWorkerQueue(name)) {
      throw Problem.NO_SUCH_QUEUE.with(name);
    }
    Removal removal = transactions.deleteWorkerQueue(login(), name, condition);
    if (!removal.found()) {
      throw Problem.NO_SUCH_QUEUE.with(name);
    }
    if (!removal.uses().isEmpty()) {
      throw Problem.QUEUE_IN_USE.explained(name, String.join(", ", removal.uses()));
    }
    return Response.noContent().build();
  }

  /** Pauses the queue until the time in the body or a resume. */
  @POST
  @Path("{name}/pause")
  @Needs(Role.OPERATOR)
  public Response pause(@PathParam("name") String name, InputStream body) {
    Condition condition = IfMatch.of(servletRequest);
    Instant until = PauseEnd.of(body);
    if (!QueueName.isWorkerQueue(name)) {
      throw Problem.NO_SUCH_QUEUE.with(name);
    }
    return switch (transactions.pauseWorkerQueue(login(), name, condition, until)) {
      case PAUSED -> queue(name);
      case UNKNOWN -> throw Problem.NO_SUCH_QUEUE.with(name);
      case UNTIL_HAS_PASSED -> throw PauseEnd.hasPassed();
    };
  }

  @POST
  @Path("{name}/resume")
  @Needs(Role.OPERATOR)
  public Response resume(@PathParam("name") String name) {
    Condition condition = IfMatch.of(servletRequest);
    if (!QueueName.isWorkerQueue(name)
        || !transactions.resumeWorkerQueue(login(), name, condition)) {
      throw Problem.NO_SUCH_QUEUE.with(name);
    }
    return queue(name);
  }

  private JsonObjectBuilder withCauses(Row queue) {
    return ExplanationJson.with(RowJson.withSchema(queue), causes.queue(queue.text("name")));
  }

  private Row find(String name) {
    return Optional.of(name)
        .filter(QueueName::isWorkerQueue)
        .flatMap(queries::find)
        .orElseThrow(() -> Problem.NO_SUCH_QUEUE.with(name));
  }

  private String login() {
    return ApiLogin.required(servletRequest).name();
  }
}
