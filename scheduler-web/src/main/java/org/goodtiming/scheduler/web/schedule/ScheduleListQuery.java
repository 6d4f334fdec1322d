package org.goodtiming.scheduler.web.schedule;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import java.util.Locale;
import java.util.Set;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.operations.schedule.ScheduleQueries;
import org.goodtiming.scheduler.web.http.Cursor;
import org.goodtiming.scheduler.web.http.ListParameters;
import org.goodtiming.scheduler.web.http.Problem;
import org.jspecify.annotations.Nullable;

/** The query of a list of schedules. */
public class ScheduleListQuery {

  private static final Set<String> STATES = Set.of("active", "paused", "ended");

  @QueryParam("queue")
  @Nullable String queue;

  @QueryParam("state")
  @Nullable String state;

  @QueryParam("cursor")
  @Nullable String cursor;

  @QueryParam("limit")
  @DefaultValue("100")
  String limit = "100";

  ScheduleQueries.Filter filter() {
    if (state != null && !STATES.contains(state)) {
      throw Problem.BAD_PARAMETER.with("state", state, "active, paused or ended");
    }
    return new ScheduleQueries.Filter(
        ListParameters.text("queue", queue), state == null ? null : state.toUpperCase(Locale.ROOT));
  }

  @Nullable JobKey after() {
    return cursor == null ? null : Cursor.readKey(cursor);
  }

  int size() {
    return ListParameters.size(limit);
  }
}
