package org.goodtiming.scheduler.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.operations.Row;
import org.goodtiming.scheduler.operations.ScheduleQueries;
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
    if (cursor == null) {
      return null;
    }
    try {
      String key = new String(Base64.getUrlDecoder().decode(cursor), UTF_8);
      int slash = key.indexOf('/');
      return new JobKey(text(key.substring(0, slash)), text(key.substring(slash + 1)));
    } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
      throw Problem.BAD_PARAMETER.with("cursor", cursor, "what the page before has as next");
    }
  }

  private static String text(String part) {
    if (part.isBlank() || part.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(part);
    }
    return part;
  }

  /** The cursor behind a row: no name of a worker queue holds a slash. */
  static String cursor(Row row) {
    String key = row.text("queue") + "/" + row.text("jobId");
    return Base64.getUrlEncoder().withoutPadding().encodeToString(key.getBytes(UTF_8));
  }

  int size() {
    return ListParameters.size(limit);
  }
}
