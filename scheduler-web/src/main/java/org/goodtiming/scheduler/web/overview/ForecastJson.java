package org.goodtiming.scheduler.web.overview;

import static org.goodtiming.scheduler.web.http.RowJson.addIfKnown;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.goodtiming.scheduler.load.Forecast;
import org.goodtiming.scheduler.load.Throughput;
import org.goodtiming.scheduler.policy.ClosedTime;

/** A forecast as JSON. */
final class ForecastJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  private static final int MAX_CLOSED_OF_A_QUEUE = 20;
  private static final int MAX_CLOSED = 200;

  private ForecastJson() {}

  /**
   * @param before for each interval
   * @param closed times, of which each queue shows the first
   * @param limits of queues, by their names
   */
  static String of(
      Forecast forecast,
      List<Throughput> before,
      List<ClosedTime> closed,
      Map<String, String> limits) {
    Forecast.Planned planned = forecast.planned();
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("from", forecast.range().from().toString())
            .add("to", forecast.range().to().toString())
            .add("step", forecast.range().step().toString())
            .add("intervals", intervals(forecast.intervals(), before))
            .add("estimated", forecast.estimated())
            .add("leftOut", planned.reach().leftOut());
    addIfKnown(json, "computedUntil", planned.reach().counted());
    addIfKnown(json, "listedUntil", planned.reach().searched());
    return json.add("runs", array(planned.runs(), ForecastJson::runs))
        .add("collisions", array(planned.collisions(), ForecastJson::collision))
        .add("clockChanges", array(planned.clockChanges(), ForecastJson::clockChange))
        .add("closedTimes", array(first(closed), ForecastJson::closedTime))
        .add("limits", array(List.copyOf(limits.entrySet()), ForecastJson::limit))
        .build()
        .toString();
  }

  private static JsonArrayBuilder intervals(
      List<Forecast.Interval> intervals, List<Throughput> before) {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    for (int i = 0; i < intervals.size(); i++) {
      array.add(interval(intervals.get(i), before.get(i)));
    }
    return array;
  }

  private static JsonObjectBuilder interval(Forecast.Interval interval, Throughput before) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("at", interval.at().toString())
            .add("jobs", interval.jobs())
            .add("runs", interval.runs());
    JsonObject known = before(before);
    return known.isEmpty() ? json : json.add("before", known);
  }

  private static JsonObject before(Throughput before) {
    JsonObjectBuilder json = JSON.createObjectBuilder();
    if (before.day() != null) {
      json.add("day", before.day());
    }
    if (before.week() != null) {
      json.add("week", before.week());
    }
    return json.build();
  }

  private static JsonObjectBuilder runs(Forecast.Runs runs) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("queue", runs.key().queue())
            .add("jobId", runs.key().jobId())
            .add("at", runs.at().toString())
            .add("runs", runs.number());
    Forecast.Change change = runs.change();
    return change == null
        ? json
        : json.add("change", name(change.kind())).add("reason", change.reason());
  }

  private static String name(Forecast.Change.Kind kind) {
    return switch (kind) {
      case SHIFTED -> "shifted";
      case LEFT_OUT -> "left-out";
      case TWICE -> "twice";
    };
  }

  private static JsonObjectBuilder clockChange(Forecast.ClockChange change) {
    return JSON.createObjectBuilder()
        .add("at", change.at().toString())
        .add("zone", change.zone().getId())
        .add("before", offset(change.before()))
        .add("after", offset(change.after()));
  }

  /** At most 20 of each queue, and 200 in all. */
  private static List<ClosedTime> first(List<ClosedTime> closed) {
    Map<String, Integer> numbers = new HashMap<>();
    return closed.stream()
        .filter(each -> numbers.merge(each.queue(), 1, Integer::sum) <= MAX_CLOSED_OF_A_QUEUE)
        .limit(MAX_CLOSED)
        .toList();
  }

  private static JsonObjectBuilder limit(Map.Entry<String, String> limit) {
    return JSON.createObjectBuilder().add("queue", limit.getKey()).add("text", limit.getValue());
  }

  private static JsonObjectBuilder closedTime(ClosedTime closed) {
    return JSON.createObjectBuilder()
        .add("queue", closed.queue())
        .add("from", closed.from().toString())
        .add("until", closed.until().toString());
  }

  private static String offset(ZoneOffset offset) {
    return offset.equals(ZoneOffset.UTC) ? "+00:00" : offset.getId();
  }

  private static JsonObjectBuilder collision(Forecast.Collision collision) {
    return JSON.createObjectBuilder()
        .add("at", collision.at().toString())
        .add("runs", collision.runs());
  }

  private static <T> JsonArrayBuilder array(List<T> list, Function<T, JsonObjectBuilder> json) {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    list.forEach(each -> array.add(json.apply(each)));
    return array;
  }
}
