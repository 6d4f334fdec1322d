package org.goodtiming.scheduler.web;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.util.List;
import java.util.function.Function;
import org.goodtiming.scheduler.load.Forecast;

/** A forecast as JSON. */
final class ForecastJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  private ForecastJson() {}

  static String of(Forecast forecast) {
    return JSON.createObjectBuilder()
        .add("from", forecast.range().from().toString())
        .add("to", forecast.range().to().toString())
        .add("step", forecast.range().step().toString())
        .add("intervals", array(forecast.intervals(), ForecastJson::interval))
        .add("leftOut", forecast.leftOut())
        .add("runs", array(forecast.runs(), ForecastJson::run))
        .add("collisions", array(forecast.collisions(), ForecastJson::collision))
        .build()
        .toString();
  }

  // Once statistics are kept: "before", the mean number of jobs dispatched in the same interval of
  // the last days
  private static JsonObjectBuilder interval(Forecast.Interval interval) {
    return JSON.createObjectBuilder()
        .add("at", interval.at().toString())
        .add("jobs", interval.jobs())
        .add("runs", interval.runs());
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
