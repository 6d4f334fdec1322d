package org.goodtiming.scheduler.web.job;

import static java.util.Objects.requireNonNull;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import java.util.Objects;
import java.util.stream.Stream;
import org.goodtiming.scheduler.operations.job.JobContent;
import org.goodtiming.scheduler.operations.job.JobFilter;
import org.goodtiming.scheduler.operations.job.JobFilter.JobState;
import org.goodtiming.scheduler.operations.job.JobOrder;
import org.goodtiming.scheduler.operations.job.JobPosition;
import org.goodtiming.scheduler.operations.job.PropertyValue;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.Cursor;
import org.goodtiming.scheduler.web.http.ListParameters;
import org.goodtiming.scheduler.web.http.Problem;
import org.jspecify.annotations.Nullable;

/** The query of a list of jobs. */
public class JobListQuery {

  @QueryParam("queue")
  @Nullable String queue;

  @QueryParam("state")
  @Nullable String state;

  @QueryParam("prefix")
  @Nullable String prefix;

  @QueryParam("dueFrom")
  @Nullable String dueFrom;

  @QueryParam("dueBefore")
  @Nullable String dueBefore;

  @QueryParam("registeredBy")
  @Nullable String registeredBy;

  @QueryParam("contentType")
  @Nullable String contentType;

  @QueryParam("group")
  @Nullable String group;

  @QueryParam("property")
  @Nullable String property;

  @QueryParam("sort")
  @DefaultValue("due")
  String sort = "due";

  @QueryParam("cursor")
  @Nullable String cursor;

  @QueryParam("limit")
  @DefaultValue("100")
  String limit = "100";

  @QueryParam("excerpt")
  @DefaultValue("false")
  String excerpt = "false";

  @QueryParam("count")
  @DefaultValue("false")
  String count = "false";

  JobFilter filter() {
    return new JobFilter(
        ListParameters.text("queue", queue),
        state == null ? null : state(state),
        ListParameters.text("prefix", prefix),
        dueFrom == null ? null : ListParameters.moment("dueFrom", dueFrom),
        dueBefore == null ? null : ListParameters.moment("dueBefore", dueBefore),
        null,
        null,
        null);
  }

  /** The filters that look into the rows, if the user may use them. */
  JobContent content(ApiLogin login) {
    JobContent content =
        new JobContent(
            ListParameters.text("registeredBy", registeredBy),
            ListParameters.text("contentType", contentType),
            ListParameters.text("group", group),
            property == null ? null : property(property));
    if (property != null && !login.mayReadPayload(registeredBy)) {
      throw Problem.PROPERTY_UNREADABLE.with(login.name());
    }
    return login.has(Role.OPERATOR) ? content : content.withoutDefinitions();
  }

  private PropertyValue property(String text) {
    if (queue == null || (dueFrom == null && dueBefore == null)) {
      throw Problem.PROPERTY_EVERYWHERE.with();
    }
    return PropertyValue.parse(requireNonNull(ListParameters.text("property", text)))
        .orElseThrow(
            () ->
                Problem.BAD_PARAMETER.with(
                    "property", text, "name and value of a property, like x_customer:4711"));
  }

  JobOrder order() {
    JobOrder order =
        JobOrder.find(sort)
            .orElseThrow(
                () -> Problem.BAD_PARAMETER.with("sort", sort, "due, -due, jobId or -jobId"));
    if (!order.isByTime() && restrictsMoreThanTheKey()) {
      throw Problem.BAD_PARAMETER.with(
          "sort", sort, "due or -due, if there are other filters than queue and prefix");
    }
    return order;
  }

  private boolean restrictsMoreThanTheKey() {
    return Stream.of(state, dueFrom, dueBefore, registeredBy, contentType, group, property)
        .anyMatch(Objects::nonNull);
  }

  @Nullable JobPosition after() {
    return cursor == null ? null : Cursor.read(cursor);
  }

  boolean excerpts() {
    return ListParameters.flag("excerpt", excerpt);
  }

  boolean counts() {
    return ListParameters.flag("count", count);
  }

  int size() {
    return ListParameters.size(limit);
  }

  private static JobState state(String text) {
    return JobState.find(text)
        .orElseThrow(
            () ->
                Problem.BAD_PARAMETER.with(
                    "state", text, "waiting, due, overdue, retrying or held"));
  }
}
