package org.goodtiming.scheduler.telemetry;

import static java.util.stream.Collectors.toMap;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.goodtiming.scheduler.telemetry.Event.QueueBacklog;

/** Metrics of the messages in the worker queues. */
final class BacklogGauges {

  private final QueueLabels labels;
  private final List<Gauges> all;

  private record Gauges(MultiGauge gauge, ToDoubleFunction<QueueBacklog> value) {}

  BacklogGauges(MeterRegistry registry, QueueLabels labels) {
    this.labels = labels;
    this.all =
        List.of(
            new Gauges(
                MultiGauge.builder("scheduler.worker.queue.messages")
                    .description("Messages in the worker queue, also those that are delivered")
                    .register(registry),
                QueueBacklog::messages),
            new Gauges(
                MultiGauge.builder("scheduler.worker.queue.delivering")
                    .description("Messages that consumers have and have not acknowledged")
                    .register(registry),
                QueueBacklog::delivering),
            new Gauges(
                MultiGauge.builder("scheduler.worker.queue.scheduled")
                    .description("Messages that the broker delivers later")
                    .register(registry),
                QueueBacklog::scheduled),
            new Gauges(
                MultiGauge.builder("scheduler.worker.queue.consumers")
                    .description("Consumers of the worker queue")
                    .register(registry),
                QueueBacklog::consumers),
            new Gauges(
                MultiGauge.builder("scheduler.worker.queue.oldest")
                    .baseUnit("seconds")
                    .description("Time since the first message that no consumer has was sent")
                    .register(registry),
                each -> each.oldest().toMillis() / 1e3),
            new Gauges(
                MultiGauge.builder("scheduler.worker.queue.dead.letters")
                    .description("Dead letters of the worker queue that are in the quarantine")
                    .register(registry),
                QueueBacklog::deadLetters));
  }

  void show(List<QueueBacklog> queues) {
    Map<String, QueueBacklog> byLabel =
        queues.stream()
            .collect(toMap(each -> labels.of(each.queue()), each -> each, BacklogGauges::together));
    all.forEach(each -> each.gauge().register(rows(byLabel, each.value()), true));
  }

  /** In the sum of label "other", a queue without a consumer is not noticed. */
  private static QueueBacklog together(QueueBacklog a, QueueBacklog b) {
    Duration oldest = a.oldest().compareTo(b.oldest()) > 0 ? a.oldest() : b.oldest();
    return new QueueBacklog(
        QueueLabels.OTHER,
        a.messages() + b.messages(),
        a.delivering() + b.delivering(),
        a.scheduled() + b.scheduled(),
        a.consumers() + b.consumers(),
        oldest,
        a.deadLetters() + b.deadLetters());
  }

  private static List<Row<?>> rows(
      Map<String, QueueBacklog> byLabel, ToDoubleFunction<QueueBacklog> value) {
    return byLabel.entrySet().stream()
        .<Row<?>>map(
            each -> Row.of(Tags.of("queue", each.getKey()), value.applyAsDouble(each.getValue())))
        .toList();
  }
}
