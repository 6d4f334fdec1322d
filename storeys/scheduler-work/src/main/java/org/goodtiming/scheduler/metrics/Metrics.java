package org.goodtiming.scheduler.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.EventListener;
import org.goodtiming.scheduler.telemetry.Histogram;
import org.goodtiming.scheduler.telemetry.Meters;
import org.jspecify.annotations.Nullable;

/** The metrics of a node, counted since its start. */
@Singleton
public final class Metrics implements EventListener, Meters {

  /** The content type of {@link #scrape}. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final int MAX_QUEUES = 200;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final QueueLabels queues = new QueueLabels(MAX_QUEUES);
  private final Map<String, ShownGauge> gauges = new HashMap<>();

  /** A gauge, and its values by labels, which it reads when it is scraped. */
  private record ShownGauge(boolean ofLeader, MultiGauge gauge, Map<Tags, Double> values) {

    void set(Tags tags, double value) {
      if (values.put(tags, value) == null) {
        register();
      }
    }

    void replace(Map<Tags, Double> shown) {
      boolean same = values.keySet().equals(shown.keySet());
      values.keySet().retainAll(shown.keySet());
      values.putAll(shown);
      if (!same) {
        register();
      }
    }

    private void register() {
      gauge.register(
          values.keySet().stream()
              .<Row<?>>map(
                  tags -> Row.of(tags, values, current -> current.getOrDefault(tags, Double.NaN)))
              .toList(),
          true);
    }

    /** A gauge without labels stays, with no number. */
    void stopLeading() {
      values.keySet().removeIf(tags -> !tags.equals(Tags.empty()));
      values.replaceAll((tags, value) -> Double.NaN);
      register();
    }
  }

  @Inject
  Metrics() {
    this(version());
  }

  /**
   * @param version of the scheduler
   */
  Metrics(String version) {
    set("scheduler.build.info", "The version of the scheduler", 1, Map.of("version", version));
  }

  @Override
  public void on(Event event) {
    event.measure(this);
  }

  /** The version of this build. */
  public static String version() {
    return ResourceBundle.getBundle(Metrics.class.getPackageName() + ".build").getString("version");
  }

  /** All metrics in the text format of Prometheus. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void count(String name, String help, double amount, Map<String, String> labels) {
    Counter.builder(name).description(help).tags(tags(labels)).register(registry).increment(amount);
  }

  @Override
  public void record(Histogram histogram, long... values) {
    DistributionSummary summary =
        DistributionSummary.builder(histogram.name())
            .description(histogram.help())
            .serviceLevelObjectives(
                histogram.limits().stream().mapToDouble(Double::doubleValue).toArray())
            .register(registry);
    LongStream.of(values).forEach(summary::record);
  }

  @Override
  public void time(Histogram histogram, Map<String, String> labels, long... micros) {
    Timer timer =
        Timer.builder(histogram.name())
            .description(histogram.help())
            .tags(tags(labels))
            .serviceLevelObjectives(
                histogram.limits().stream().map(Metrics::duration).toArray(Duration[]::new))
            .register(registry);
    LongStream.of(micros).forEach(each -> timer.record(each, TimeUnit.MICROSECONDS));
  }

  private static Duration duration(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1e3));
  }

  @Override
  public void set(String name, String help, double value, Map<String, String> labels) {
    gauge(name, help, false).set(tags(labels), value);
  }

  @Override
  public void ofLeader(String name, String help, double value) {
    gauge(name, help, true).set(Tags.empty(), value);
  }

  @Override
  public <T> Table<T> ofLeader(List<T> rows, Function<T, Map<String, String>> labels) {
    return new Table<>() {
      @Override
      public Table<T> show(
          String name, String help, ToDoubleFunction<T> value, BinaryOperator<Double> merge) {
        Map<Tags, Double> shown = new HashMap<>();
        for (T row : rows) {
          shown.merge(tags(labels.apply(row)), value.applyAsDouble(row), merge);
        }
        gauge(name, help, true).replace(shown);
        return this;
      }
    };
  }

  @Override
  public void stopLeading() {
    gauges.values().stream().filter(ShownGauge::ofLeader).forEach(ShownGauge::stopLeading);
  }

  @Override
  public String labelOf(@Nullable String queue) {
    return queues.known(queue);
  }

  private ShownGauge gauge(String name, String help, boolean ofLeader) {
    return gauges.computeIfAbsent(
        name,
        absent ->
            new ShownGauge(
                ofLeader,
                MultiGauge.builder(name).description(help).register(registry),
                new ConcurrentHashMap<>()));
  }

  private Tags tags(Map<String, String> labels) {
    return Tags.of(
        labels.entrySet().stream()
            .map(each -> Tag.of(each.getKey(), label(each.getKey(), each.getValue())))
            .toList());
  }

  private String label(String name, String value) {
    return name.equals("queue") ? queues.of(value) : value;
  }
}
