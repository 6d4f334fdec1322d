package org.goodtiming.scheduler.web.quarantine;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.operations.Condition;
import org.goodtiming.scheduler.operations.OperatorTransactions;
import org.goodtiming.scheduler.operations.quarantine.QuarantineChecks;
import org.goodtiming.scheduler.operations.quarantine.QuarantineChecks.Check;
import org.goodtiming.scheduler.operations.quarantine.QuarantineMend;
import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.IfMatch;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.RowJson;
import org.goodtiming.scheduler.web.job.JobJson;
import org.goodtiming.scheduler.web.job.Receipts;

/** Messages that could not be accepted, dispatched or processed. */
@Path("quarantine")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class QuarantineResource {

  private static final JsonProvider JSON = JsonProvider.provider();

  private @Inject QuarantineQueries queries;
  private @Inject OperatorTransactions transactions;
  private @Inject QuarantineChecks checks;
  private @Inject SchedulerConfig config;
  private @Context HttpServletRequest servletRequest;
  private @Context UriInfo uri;

  @GET
  @Needs(Role.VIEWER)
  public String list(@BeanParam QuarantineListQuery query) {
    return RowJson.page("rows", queries.list(query.filter(), query.before(), query.size()));
  }

  @GET
  @Path("groups")
  @Needs(Role.VIEWER)
  public String groups() {
    return RowJson.list("groups", queries.groups());
  }

  /** Reads an entry; operators also see the payload. */
  @GET
  @Path("{id}")
  @Needs(Role.VIEWER)
  public Response row(@PathParam("id") String id) {
    long number = number(id);
    Row row = queries.find(number).orElseThrow(() -> Problem.NOT_QUARANTINED.with(id));
    JsonObjectBuilder json = RowJson.of(row);
    if (login().has(Role.OPERATOR)) {
      queries.payload(number).ifPresent(payload -> JobJson.add(json, payload));
    }
    return RowJson.answer(row, json).build();
  }

  /** Requests a new registration, which a node performs later; the row shows the outcome. */
  @POST
  @Path("{id}/resubmit")
  @Needs(Role.OPERATOR)
  public Response resubmit(@PathParam("id") String id) {
    if (!transactions.resubmit(login().name(), number(id), IfMatch.of(servletRequest))) {
      throw Problem.NOT_QUARANTINED.with(id);
    }
    String json = JSON.createObjectBuilder().add("status", "requested").build().toString();
    return Response.accepted(json)
        .location(uri.getBaseUriBuilder().path("quarantine/{id}").build(id))
        .build();
  }

  /** Applies all rules to a resubmission, after changes if there are any, and keeps nothing. */
  @POST
  @Path("{id}/check")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.OPERATOR)
  public Response check(@PathParam("id") String id, InputStream body) {
    String json = RequestBody.ofJob(body, config.registration());
    QuarantineMend mend = QuarantineMendJson.readAny(new JsonFields(RequestBody.object(json)));
    Check check = checks.check(login().name(), number(id), mend.isEmpty() ? null : mend);
    if (!check.found()) {
      throw Problem.NOT_QUARANTINED.with(id);
    }
    return check.refusal() == null
        ? Response.ok(JSON.createObjectBuilder().add("status", "acceptable").build().toString())
            .build()
        : Receipts.answer(check.refusal(), 422).build();
  }

  /** Changes the message; a separate request resubmits it. */
  @PATCH
  @Path("{id}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.OPERATOR)
  public Response mend(@PathParam("id") String id, InputStream body) {
    String json = RequestBody.ofJob(body, config.registration());
    QuarantineMend mend = QuarantineMendJson.read(new JsonFields(RequestBody.object(json)));
    Condition condition = IfMatch.of(servletRequest);
    if (!transactions.mend(login().name(), number(id), condition, mend)) {
      throw Problem.NOT_QUARANTINED.with(id);
    }
    return row(id);
  }

  @DELETE
  @Path("{id}")
  @Needs(Role.OPERATOR)
  public Response delete(@PathParam("id") String id) {
    if (!transactions.discard(login().name(), number(id), IfMatch.of(servletRequest))) {
      throw Problem.NOT_QUARANTINED.with(id);
    }
    return Response.noContent().build();
  }

  static long number(String id) {
    if (!id.matches("[0-9]{1,18}")) {
      throw Problem.NOT_QUARANTINED.with(id);
    }
    return Long.parseLong(id);
  }

  private ApiLogin login() {
    return ApiLogin.required(servletRequest);
  }
}
