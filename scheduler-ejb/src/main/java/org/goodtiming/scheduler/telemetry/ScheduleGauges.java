package org.goodtiming.scheduler.telemetry;

import static java.util.stream.Collectors.toMap;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.goodtiming.scheduler.telemetry.Event.FailingSchedule;
import org.goodtiming.scheduler.telemetry.Event.FailuresInQueue;
import org.goodtiming.scheduler.telemetry.Event.ScheduleFailuresCounted;

/** Metrics of schedules whose runs end without success. */
final class ScheduleGauges {

  private final QueueLabels labels;
  private final MultiGauge queues;
  private final MultiGauge schedules;

  ScheduleGauges(MeterRegistry registry, QueueLabels labels) {
    this.labels = labels;
    this.queues =
        MultiGauge.builder("scheduler.schedule.failures")
            .baseUnit("runs")
            .description(
                "The most runs in a row of a schedule of the queue that have ended without success, up to 10")
            .register(registry);
    this.schedules =
        MultiGauge.builder("scheduler.failing.schedule")
            .baseUnit("runs")
            .description(
                "Runs in a row of the schedule that have ended without success, up to 10; only of the schedules with the most")
            .register(registry);
  }

  void show(ScheduleFailuresCounted counted) {
    queues.register(rows(counted.queues(), this::tags, FailuresInQueue::failures), true);
    schedules.register(rows(counted.schedules(), this::tags, FailingSchedule::failures), true);
  }

  void clear() {
    show(new ScheduleFailuresCounted(List.of(), List.of()));
  }

  private Tags tags(FailuresInQueue queue) {
    return Tags.of("queue", labels.of(queue.queue()));
  }

  private Tags tags(FailingSchedule schedule) {
    return Tags.of("queue", labels.of(schedule.queue()), "schedule", schedule.jobId());
  }

  /** Queues with label "other" can have schedules of the same name. */
  private static <T> List<Row<?>> rows(
      List<T> counted, Function<T, Tags> tags, ToIntFunction<T> failures) {
    Map<Tags, Integer> worst =
        counted.stream().collect(toMap(tags, failures::applyAsInt, Math::max));
    return worst.entrySet().stream()
        .<Row<?>>map(each -> Row.of(each.getKey(), each.getValue()))
        .toList();
  }
}
