package org.goodtiming.scheduler.web.schedule;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObjectBuilder;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.Objects;
import java.util.Optional;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.job.JobDefinition;
import org.goodtiming.scheduler.operations.Condition;
import org.goodtiming.scheduler.operations.OperatorTransactions;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.schedule.DefinitionChanges;
import org.goodtiming.scheduler.operations.schedule.DefinitionQueries;
import org.goodtiming.scheduler.operations.schedule.Deletion;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.IfMatch;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.RowJson;
import org.goodtiming.scheduler.web.job.Receipts;

/** Definitions: the content of jobs without their times, which schedules name. */
@Path("definitions")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class DefinitionsResource {

  private @Inject DefinitionQueries queries;
  private @Inject OperatorTransactions transactions;
  private @Inject SchedulerConfig config;
  private @Context HttpServletRequest servletRequest;

  @GET
  @Needs(Role.VIEWER)
  public String list() {
    return RowJson.list("definitions", queries.list());
  }

  /** Reads a definition; operators also see the payload. */
  @GET
  @Path("{name}")
  @Needs(Role.VIEWER)
  public Response definition(@PathParam("name") String name) {
    return answer(name).build();
  }

  private Response.ResponseBuilder answer(String name) {
    Row row =
        Optional.of(name)
            .filter(JobDefinition::isName)
            .flatMap(queries::read)
            .orElseThrow(() -> Problem.NO_SUCH_DEFINITION.with(name));
    JsonObjectBuilder json = RowJson.withSchema(row);
    if (login().has(Role.OPERATOR)) {
      queries.find(name).ifPresent(found -> EnvelopeJson.add(json, found.envelope()));
    }
    return RowJson.answer(row, json);
  }

  @PUT
  @Path("{name}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.OPERATOR)
  public Response put(@PathParam("name") String name, InputStream body) {
    if (!JobDefinition.isName(name)) {
      throw Problem.BAD_DEFINITION_NAME.with(name);
    }
    String json = RequestBody.ofJob(body, config.registration());
    Condition condition = IfMatch.of(servletRequest);
    DefinitionChanges.Put put = transactions.putDefinition(login().name(), name, condition, json);
    return switch (put.outcome()) {
      case CREATED -> answer(name).status(201).build();
      case CHANGED -> answer(name).build();
      case REFUSED -> Receipts.answer(Objects.requireNonNull(put.refusal()), 200).build();
      case QUEUE_IN_USE -> throw Problem.DEFINITION_QUEUE_IN_USE.with(name);
    };
  }

  @DELETE
  @Path("{name}")
  @Needs(Role.OPERATOR)
  public Response delete(@PathParam("name") String name) {
    if (!JobDefinition.isName(name)) {
      throw Problem.NO_SUCH_DEFINITION.with(name);
    }
    Condition condition = IfMatch.of(servletRequest);
    Deletion deletion = transactions.deleteDefinition(login().name(), name, condition);
    if (!deletion.found()) {
      throw Problem.NO_SUCH_DEFINITION.with(name);
    }
    if (deletion.schedules() > 0) {
      throw Problem.DEFINITION_IN_USE.explained(
          name, String.join(", ", deletion.first()), deletion.schedules());
    }
    return Response.noContent().build();
  }

  private ApiLogin login() {
    return ApiLogin.required(servletRequest);
  }
}
