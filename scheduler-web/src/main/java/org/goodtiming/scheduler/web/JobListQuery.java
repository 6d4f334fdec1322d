package org.goodtiming.scheduler.web;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Locale;
import org.goodtiming.scheduler.operations.JobFilter;
import org.goodtiming.scheduler.operations.JobFilter.JobState;
import org.goodtiming.scheduler.operations.JobPage.Position;
import org.jspecify.annotations.Nullable;

/** The query of a list of jobs. */
public class JobListQuery {

  private static final int LARGEST_PAGE = 1_000;

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
        text("queue", queue),
        state == null ? null : state(state),
        text("prefix", prefix),
        dueFrom == null ? null : moment("dueFrom", dueFrom),
        dueBefore == null ? null : moment("dueBefore", dueBefore));
  }

  @Nullable Position after() {
    return cursor == null ? null : Cursor.read(cursor);
  }

  boolean counts() {
    return switch (count) {
      case "true" -> true;
      case "false" -> false;
      default -> throw Problem.BAD_PARAMETER.with("count", count, "true or false");
    };
  }

  int size() {
    int size = limit.matches("[0-9]{1,4}") ? Integer.parseInt(limit) : 0;
    if (size < 1 || size > LARGEST_PAGE) {
      throw Problem.BAD_PARAMETER.with("limit", limit, "a number from 1 to " + LARGEST_PAGE);
    }
    return size;
  }

  private static JobState state(String text) {
    return Arrays.stream(JobState.values())
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseThrow(() -> Problem.BAD_PARAMETER.with("state", text, "waiting, due or retrying"));
  }

  /** PostgreSQL takes no NUL. */
  private static @Nullable String text(String name, @Nullable String value) {
    if (value != null && value.indexOf('\0') >= 0) {
      throw Problem.BAD_PARAMETER.with(name, value, "text without NUL");
    }
    return value;
  }

  private static Instant moment(String name, String value) {
    try {
      Instant moment = OffsetDateTime.parse(value).toInstant();
      if (Moments.isStorable(moment)) {
        return moment;
      }
    } catch (DateTimeException e) {
      // Refused below, as a moment that is out of range
    }
    throw Problem.BAD_PARAMETER.with(
        name,
        value,
        "a moment of the years 1970 to 9999 with its offset, like 2026-12-01T10:00:00Z");
  }
}
