package org.goodtiming.scheduler.web.http;

import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.contract.DueTimes;
import org.goodtiming.scheduler.job.DurationRange;
import org.goodtiming.scheduler.message.StorableText;
import org.goodtiming.scheduler.operations.row.TimeRange;
import org.jspecify.annotations.Nullable;

/** Reads the query parameters that several lists have. */
public final class ListParameters {

  private static final int MAX_PAGE = 1_000;
  static final DurationRange DURATIONS = new DurationRange(Duration.ZERO, Duration.ofDays(3_660));

  private ListParameters() {}

  public static int size(String limit) {
    int size = limit.matches("[0-9]{1,4}") ? Integer.parseInt(limit) : 0;
    if (size < 1 || size > MAX_PAGE) {
      throw Problem.BAD_PARAMETER.with("limit", limit, "a number from 1 to " + MAX_PAGE);
    }
    return size;
  }

  /** The cursor of a list that is ordered by a number. */
  public static @Nullable Long before(@Nullable String cursor) {
    if (cursor == null) {
      return null;
    }
    if (!cursor.matches("[0-9]{1,18}")) {
      throw Problem.BAD_PARAMETER.with("cursor", cursor, "the value of next of the previous page");
    }
    return Long.valueOf(cursor);
  }

  /** Returns the text; refuses NUL, which PostgreSQL cannot store. */
  public static @Nullable String text(String name, @Nullable String value) {
    if (value != null && !StorableText.isStorable(value)) {
      throw Problem.BAD_PARAMETER.with(name, value, "text without NUL");
    }
    return value;
  }

  public static @Nullable Instant optionalMoment(String name, @Nullable String value) {
    return value == null ? null : moment(name, value);
  }

  /** The range between parameters whose names begin alike. */
  public static TimeRange range(String name, @Nullable String from, @Nullable String before) {
    return new TimeRange(
        optionalMoment(name + "From", from), optionalMoment(name + "Before", before));
  }

  public static Duration duration(String name, String value) {
    return DURATIONS
        .parse(value)
        .orElseThrow(
            () ->
                Problem.BAD_PARAMETER.with(
                    name, value, "a duration like PT10S, of at most P3660D"));
  }

  public static boolean flag(String name, String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw Problem.BAD_PARAMETER.with(name, value, "true or false");
    };
  }

  public static Instant moment(String name, String value) {
    return DueTimes.parse(value)
        .orElseThrow(() -> Problem.BAD_PARAMETER.with(name, value, Moments.EXPECTED));
  }
}
