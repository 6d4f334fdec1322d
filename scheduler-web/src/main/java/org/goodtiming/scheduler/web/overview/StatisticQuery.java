package org.goodtiming.scheduler.web.overview;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.operations.overview.StatisticRange;
import org.goodtiming.scheduler.web.http.ListParameters;
import org.goodtiming.scheduler.web.http.Problem;
import org.jspecify.annotations.Nullable;

/** The query of statistics. */
public class StatisticQuery {

  private static final int MAX_INTERVALS = 1_500;
  private static final Duration DEFAULT_RANGE = Duration.ofHours(1);

  @QueryParam("from")
  @Nullable String from;

  @QueryParam("to")
  @Nullable String to;

  @QueryParam("step")
  @DefaultValue("PT1M")
  String step = "PT1M";

  @QueryParam("queue")
  @Nullable String queue;

  StatisticRange range(Instant now) {
    Instant end = to == null ? now : ListParameters.moment("to", to);
    Instant start = from == null ? end.minus(DEFAULT_RANGE) : ListParameters.moment("from", from);
    if (!start.isBefore(end)) {
      throw Problem.BAD_PARAMETER.with("from", start, "a moment before to, which is " + end);
    }
    StatisticRange range =
        StatisticRange.around(start, end, minutes(), ListParameters.text("queue", queue));
    if (range.intervals() > MAX_INTERVALS) {
      throw Problem.BAD_PARAMETER.with("step", step, longEnough(range));
    }
    return range;
  }

  private Duration minutes() {
    try {
      Duration length = Duration.parse(step);
      if (length.compareTo(Duration.ofMinutes(1)) >= 0
          && length.equals(Duration.ofMinutes(length.toMinutes()))) {
        return length;
      }
    } catch (DateTimeException | ArithmeticException e) {
      // The check below refuses it
    }
    throw Problem.BAD_PARAMETER.with(
        "step", step, "an ISO-8601 duration of whole minutes, like PT5M");
  }

  private static String longEnough(StatisticRange range) {
    long minutes = Duration.between(range.from(), range.to()).toMinutes();
    Duration shortest = Duration.ofMinutes((minutes + MAX_INTERVALS - 1) / MAX_INTERVALS);
    return "%s or more, for at most %d intervals".formatted(shortest, MAX_INTERVALS);
  }
}
