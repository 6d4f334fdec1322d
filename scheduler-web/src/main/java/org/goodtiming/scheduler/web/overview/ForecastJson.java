package org.goodtiming.scheduler.web.overview;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.util.List;
import java.util.function.Function;
import org.goodtiming.scheduler.load.Forecast;
import org.goodtiming.scheduler.load.Throughput;

/** A forecast as JSON. */
final class ForecastJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  private ForecastJson() {}

  /**
   * @param before for each interval
   */
  static String of(Forecast forecast, List<Throughput> before) {
    return JSON.createObjectBuilder()
        .add("from", forecast.range().from().toString())
        .add("to", forecast.range().to().toString())
        .add("step", forecast.range().step().toString())
        .add("intervals", intervals(forecast.intervals(), before))
        .add("estimated", forecast.estimated())
        .add("leftOut", forecast.leftOut())
        .add("runs", array(forecast.runs(), ForecastJson::run))
        .add("collisions", array(forecast.collisions(), ForecastJson::collision))
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

  private static JsonObjectBuilder run(Forecast.Run run) {
    return JSON.createObjectBuilder()
        .add("queue", run.key().queue())
        .add("jobId", run.key().jobId())
        .add("at", run.at().toString());
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
