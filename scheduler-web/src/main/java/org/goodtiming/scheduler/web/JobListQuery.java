package org.goodtiming.scheduler.web;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import org.goodtiming.scheduler.operations.JobFilter;
import org.goodtiming.scheduler.operations.JobFilter.JobState;
import org.goodtiming.scheduler.operations.JobPage.Position;
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

  @QueryParam("cursor")
  @Nullable String cursor;

  @QueryParam("limit")
  @DefaultValue("100")
  String limit = "100";

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
        null);
  }

  @Nullable Position after() {
    return cursor == null ? null : Cursor.read(cursor);
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
            () -> Problem.BAD_PARAMETER.with("state", text, "waiting, due, retrying or held"));
  }
}
