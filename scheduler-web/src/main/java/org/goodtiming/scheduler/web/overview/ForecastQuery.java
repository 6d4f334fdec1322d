package org.goodtiming.scheduler.web.overview;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.goodtiming.scheduler.job.DurationRange;
import org.goodtiming.scheduler.load.ForecastRange;
import org.goodtiming.scheduler.web.http.ListParameters;
import org.goodtiming.scheduler.web.http.Problem;
import org.jspecify.annotations.Nullable;

/** The query of a forecast. */
public class ForecastQuery {

  private static final Duration DEFAULT_LENGTH = Duration.ofHours(24);
  private static final Duration MAX_RANGE = Duration.ofDays(31);
  private static final DurationRange STEPS =
      new DurationRange(Duration.ofMinutes(1), Duration.ofDays(1));
  private static final int MAX_INTERVALS = 1_500;

  @QueryParam("from")
  @Nullable String from;

  @QueryParam("to")
  @Nullable String to;

  @QueryParam("step")
  @DefaultValue("PT1H")
  String step = "PT1H";

  @QueryParam("queue")
  @Nullable String queue;

  @QueryParam("zone")
  @DefaultValue("UTC")
  String zone = "UTC";

  ForecastRange range(Instant now) {
    Instant start =
        from == null
            ? now.truncatedTo(ChronoUnit.SECONDS)
            : ListParameters.moment("from", from).truncatedTo(ChronoUnit.MICROS);
    Instant end =
        to == null
            ? start.plus(DEFAULT_LENGTH)
            : ListParameters.moment("to", to).truncatedTo(ChronoUnit.MICROS);
    if (!start.isBefore(end) || Duration.between(start, end).compareTo(MAX_RANGE) > 0) {
      throw Problem.BAD_PARAMETER.with(
          "to", end, "a moment after from (%s), by at most 31 days".formatted(start));
    }
    ForecastRange range =
        new ForecastRange(start, end, step(), ListParameters.text("queue", queue));
    if (range.size() > MAX_INTERVALS) {
      throw Problem.BAD_PARAMETER.with(
          "step", step, "a longer step: the range has at most " + MAX_INTERVALS + " intervals");
    }
    return range;
  }

  ZoneId zone() {
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException e) {
      throw Problem.BAD_PARAMETER.with("zone", zone, "a time zone such as Europe/Berlin");
    }
  }

  private Duration step() {
    return STEPS
        .parse(step)
        .filter(length -> length.getNano() == 0)
        .orElseThrow(
            () ->
                Problem.BAD_PARAMETER.with(
                    "step", step, "a duration from PT1M to P1D, in whole seconds, like PT1H"));
  }
}
