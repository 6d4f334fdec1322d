package org.goodtiming.scheduler.web.queue;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.util.Set;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.operations.pause.PauseQueries;
import org.goodtiming.scheduler.operations.pause.PauseTransactions;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Needs;
import org.goodtiming.scheduler.web.http.PauseEnd;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.RequestBody;
import org.goodtiming.scheduler.web.http.RowJson;
import org.jspecify.annotations.Nullable;

/** Pauses of the dispatch of all jobs, or of the jobs of a message group. */
@Path("dispatch")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class DispatchResource {

  private static final String GROUP = "group";

  private @Inject PauseQueries queries;
  private @Inject PauseTransactions transactions;
  private @Context HttpServletRequest servletRequest;

  /** Lists the current pauses. */
  @GET
  @Needs(Role.VIEWER)
  public String pauses() {
    return RowJson.list("pauses", queries.list());
  }

  /**
   * Pauses the jobs of a group, or all jobs if no group is named, until the time in the body or a
   * resume.
   */
  @POST
  @Path("pause")
  @Needs(Role.OPERATOR)
  public String pause(InputStream body) {
    JsonObject json =
        new JsonFields(RequestBody.optionalObject(body))
            .checkKnown(Set.of(GROUP, PauseEnd.FIELD), "only group and until")
            .json();
    if (!transactions.pause(login(), group(json), PauseEnd.of(json))) {
      throw PauseEnd.hasPassed();
    }
    return pauses();
  }

  @POST
  @Path("resume")
  @Needs(Role.OPERATOR)
  public String resume(InputStream body) {
    JsonObject json =
        new JsonFields(RequestBody.optionalObject(body))
            .checkKnown(Set.of(GROUP), "only group")
            .json();
    String group = group(json);
    if (!transactions.resume(login(), group)) {
      throw Problem.NOT_PAUSED.with(group == null ? "all jobs" : "group " + group);
    }
    return pauses();
  }

  private static @Nullable String group(JsonObject json) {
    JsonValue value = json.getOrDefault(GROUP, JsonValue.NULL);
    if (value == JsonValue.NULL) {
      return null;
    }
    if (value instanceof JsonString text && StorableText.isName(text.getString())) {
      return text.getString();
    }
    throw Problem.BAD_FIELD.with(GROUP, value, "the group of jobs, as scheduler_group has it");
  }

  private String login() {
    return ApiLogin.required(servletRequest).name();
  }
}
