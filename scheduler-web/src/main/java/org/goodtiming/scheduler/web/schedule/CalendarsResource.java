package org.goodtiming.scheduler.web.schedule;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
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
import java.time.Instant;
import java.util.Optional;
import org.goodtiming.scheduler.operations.Condition;
import org.goodtiming.scheduler.operations.OperatorTransactions;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.schedule.CalendarQueries;
import org.goodtiming.scheduler.operations.schedule.Deletion;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendar;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.IfMatch;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.RowJson;

/** Named calendars: times that schedules exclude. */
@Path("calendars")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class CalendarsResource {

  private @Inject CalendarQueries queries;
  private @Inject OperatorTransactions transactions;
  private @Context HttpServletRequest servletRequest;

  @GET
  @Needs(Role.VIEWER)
  public String list() {
    return RowJson.list("calendars", queries.list());
  }

  @GET
  @Path("{name}")
  @Needs(Role.VIEWER)
  public Response calendar(@PathParam("name") String name) {
    return RowJson.answer(find(name)).build();
  }

  @PUT
  @Path("{name}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.OPERATOR)
  public Response put(@PathParam("name") String name, InputStream body) {
    if (!NamedCalendar.isName(name)) {
      throw Problem.BAD_CALENDAR_NAME.with(name);
    }
    Condition condition = IfMatch.of(servletRequest);
    boolean created =
        transactions.putCalendar(
            login(),
            name,
            condition,
            CalendarJson.excludes(RequestBody.object(body), Instant.now()));
    return RowJson.answer(find(name)).status(created ? 201 : 200).build();
  }

  @DELETE
  @Path("{name}")
  @Needs(Role.OPERATOR)
  public Response delete(@PathParam("name") String name) {
    if (!NamedCalendar.isName(name)) {
      throw Problem.NO_SUCH_CALENDAR.with(name);
    }
    Deletion deletion = transactions.deleteCalendar(login(), name, IfMatch.of(servletRequest));
    if (!deletion.found()) {
      throw Problem.NO_SUCH_CALENDAR.with(name);
    }
    if (deletion.schedules() > 0) {
      throw Problem.CALENDAR_IN_USE.explained(
          name, String.join(", ", deletion.first()), deletion.schedules());
    }
    return Response.noContent().build();
  }

  private Row find(String name) {
    return Optional.of(name)
        .filter(NamedCalendar::isName)
        .flatMap(queries::read)
        .orElseThrow(() -> Problem.NO_SUCH_CALENDAR.with(name));
  }

  private String login() {
    return ApiLogin.required(servletRequest).name();
  }
}
