package org.goodtiming.scheduler.web;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
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
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.goodtiming.scheduler.operations.CalendarQueries;
import org.goodtiming.scheduler.operations.Condition;
import org.goodtiming.scheduler.operations.Deletion;
import org.goodtiming.scheduler.operations.OperatorTransactions;
import org.goodtiming.scheduler.operations.Role;
import org.goodtiming.scheduler.operations.Row;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendar;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** Times that schedules leave out by name. */
@Path("calendars")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class CalendarsResource {

  private static final String EXCLUDES = "excludes";

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
    boolean created = transactions.putCalendar(login(), name, condition, excludes(body));
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
          name, deletion.schedules(), String.join(", ", deletion.first()));
    }
    return Response.noContent().build();
  }

  private Row find(String name) {
    return Optional.of(name)
        .filter(NamedCalendar::isName)
        .flatMap(queries::read)
        .orElseThrow(() -> Problem.NO_SUCH_CALENDAR.with(name));
  }

  private static ExclusionCalendar excludes(InputStream body) {
    JsonValue value = RequestBody.object(body).getOrDefault(EXCLUDES, JsonValue.NULL);
    if (!(value instanceof JsonString text)) {
      throw Problem.BAD_FIELD.with(
          EXCLUDES, value, "a calendar like any(weekly:SAT,SUN; holidays:DE)");
    }
    try {
      return checked(ExclusionCalendar.parse(text.getString()));
    } catch (RecurrenceSyntaxException e) {
      throw Problem.CALENDAR_UNREADABLE.explained(String.valueOf(e.getMessage()));
    }
  }

  /** With a mistaken not(...) no schedule that names it would have a run. */
  private static ExclusionCalendar checked(ExclusionCalendar calendar) {
    Recurrence soon = Recurrence.delay(Duration.ofSeconds(1)).except(calendar);
    if (soon.next(Instant.now()).isEmpty()) {
      throw Problem.CALENDAR_UNREADABLE.explained("it excludes all times from now on");
    }
    return calendar;
  }

  private String login() {
    return ApiLogin.required(servletRequest).name();
  }
}
