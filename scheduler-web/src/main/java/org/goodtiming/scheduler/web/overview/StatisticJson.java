package org.goodtiming.scheduler.web.overview;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.goodtiming.scheduler.operations.overview.StatisticRange;
import org.goodtiming.scheduler.operations.overview.Statistics;
import org.goodtiming.scheduler.statistics.Count;
import org.goodtiming.scheduler.statistics.Counts;
import org.goodtiming.scheduler.statistics.Histogram;

/** Statistics as JSON. */
final class StatisticJson {

  private static final JsonProvider JSON = JsonProvider.provider();
  private static final int[] PERCENTILES = {50, 95, 99};
  private static final int MICROSECONDS = 6;

  private StatisticJson() {}

  static String of(Statistics statistics) {
    StatisticRange range = statistics.range();
    return JSON.createObjectBuilder()
        .add("from", range.from().toString())
        .add("to", range.to().toString())
        .add("step", range.step().toString())
        .add("points", points(statistics))
        .add("queues", queues(statistics))
        .build()
        .toString();
  }

  private static JsonArrayBuilder points(Statistics statistics) {
    JsonArrayBuilder points = JSON.createArrayBuilder();
    for (int i = 0; i < statistics.intervals().size(); i++) {
      String at = statistics.range().start(i).toString();
      points.add(add(JSON.createObjectBuilder().add("at", at), statistics.intervals().get(i)));
    }
    return points;
  }

  private static JsonArrayBuilder queues(Statistics statistics) {
    JsonArrayBuilder queues = JSON.createArrayBuilder();
    statistics
        .queues()
        .forEach(
            (queue, counts) ->
                queues.add(add(JSON.createObjectBuilder().add("queue", queue), counts)));
    return queues;
  }

  private static JsonObjectBuilder add(JsonObjectBuilder json, Counts counts) {
    for (Count count : Count.values()) {
      json.add(count.label(), counts.get(count));
    }
    addUnlessEmpty(json, "lateness", counts.lateness());
    addUnlessEmpty(json, "duration", counts.duration());
    return json;
  }

  private static void addUnlessEmpty(JsonObjectBuilder json, String name, Histogram histogram) {
    JsonObjectBuilder quantiles = JSON.createObjectBuilder();
    for (int percentile : PERCENTILES) {
      histogram
          .quantile(percentile / 100.0)
          .ifPresent(seconds -> quantiles.add("p" + percentile, rounded(seconds)));
    }
    if (histogram.buckets().length > 0) {
      json.add(name, quantiles);
    }
  }

  private static BigDecimal rounded(double seconds) {
    BigDecimal rounded =
        BigDecimal.valueOf(seconds)
            .setScale(MICROSECONDS, RoundingMode.HALF_UP)
            .stripTrailingZeros();
    // Without an exponent
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }
}
