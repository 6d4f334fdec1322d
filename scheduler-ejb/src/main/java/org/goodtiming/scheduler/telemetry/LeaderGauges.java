package org.goodtiming.scheduler.telemetry;

import static java.util.stream.Collectors.toMap;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import org.goodtiming.scheduler.telemetry.Event.BacklogsSeen;
import org.goodtiming.scheduler.telemetry.Event.DueInQueue;
import org.goodtiming.scheduler.telemetry.Event.DueJobsCounted;
import org.goodtiming.scheduler.telemetry.Event.EncryptionKeysCompared;
import org.goodtiming.scheduler.telemetry.Event.EventsWaiting;
import org.goodtiming.scheduler.telemetry.Event.InDoubtCounted;
import org.goodtiming.scheduler.telemetry.Event.KeysOfQueue;
import org.goodtiming.scheduler.telemetry.Event.LeaderTasksStopped;
import org.goodtiming.scheduler.telemetry.Event.LedgerChecked;
import org.goodtiming.scheduler.telemetry.Event.OldestSqlRegistration;
import org.goodtiming.scheduler.telemetry.Event.OversizeCounted;
import org.goodtiming.scheduler.telemetry.Event.PartitionLed;
import org.goodtiming.scheduler.telemetry.Event.PartitionLeft;
import org.goodtiming.scheduler.telemetry.Event.PreparedByOthersCounted;
import org.goodtiming.scheduler.telemetry.Event.QuarantineMeasured;
import org.goodtiming.scheduler.telemetry.Event.ScheduleFailuresCounted;

/** Metrics of what only the leader knows; on other nodes they have no value. */
final class LeaderGauges {

  private final QueueLabels labels;
  private final MultiGauge due;
  private final MultiGauge overdue;
  private final MultiGauge oldest;
  private final ScheduleGauges schedules;
  private final MultiGauge missingKeys;
  private final BacklogGauges backlogs;
  private final MeterRegistry registry;
  private final Map<String, AtomicInteger> held = new HashMap<>();
  private volatile double inDoubt = Double.NaN;
  private volatile double preparedByOthers = Double.NaN;
  private volatile double ledgerDifference = Double.NaN;
  private volatile double oldestSqlRegistration = Double.NaN;
  private volatile double quarantineFill = Double.NaN;
  private volatile double oversize = Double.NaN;
  private volatile double waitingEvents = Double.NaN;
  private volatile double oldestEvent = Double.NaN;

  LeaderGauges(MeterRegistry registry, QueueLabels labels, EventHandlers handlers) {
    this.registry = registry;
    this.labels = labels;
    this.backlogs = new BacklogGauges(registry, labels);
    this.schedules = new ScheduleGauges(registry, labels);
    this.due =
        MultiGauge.builder("scheduler.due.jobs")
            .description(
                "Jobs that are due, also those that wait for another attempt, up to 1000 of each queue")
            .register(registry);
    this.overdue =
        MultiGauge.builder("scheduler.overdue.jobs")
            .description("Jobs more than a second after their due time, up to 1000 of each queue")
            .register(registry);
    this.oldest =
        MultiGauge.builder("scheduler.oldest.due")
            .baseUnit("seconds")
            .description("Time since the due time of the oldest due job")
            .register(registry);
    this.missingKeys =
        MultiGauge.builder("scheduler.encryption.keys.missing")
            .baseUnit("nodes")
            .description("Nodes that lack a key of the encrypted worker queue")
            .register(registry);
    Gauge.builder("scheduler.waiting.events", () -> waitingEvents)
        .description("Lifecycle events that wait to be published, up to 10000")
        .register(registry);
    Gauge.builder("scheduler.oldest.event", () -> oldestEvent)
        .baseUnit("seconds")
        .description("How long the oldest lifecycle event has waited to be published")
        .register(registry);
    Gauge.builder("scheduler.in.doubt.transactions", () -> inDoubt)
        .description("Transactions in doubt for more than a minute")
        .register(registry);
    Gauge.builder("scheduler.prepared.by.others.transactions", () -> preparedByOthers)
        .description(
            "Transactions that other roles than the scheduler's have prepared in the database server for more than a minute")
        .register(registry);
    Gauge.builder("scheduler.ledger.difference", () -> ledgerDifference)
        .baseUnit("jobs")
        .description("Difference of the job ledger; 0 if it balances")
        .register(registry);
    Gauge.builder("scheduler.oldest.sql.registration", () -> oldestSqlRegistration)
        .baseUnit("seconds")
        .description("How long the oldest registration by SQL has waited to be stored")
        .register(registry);
    Gauge.builder("scheduler.quarantine.fill", () -> quarantineFill)
        .baseUnit("ratio")
        .description("Share of its limits that the login with the most messages in quarantine has")
        .register(registry);
    Gauge.builder("scheduler.oversize.messages", () -> oversize)
        .description("Messages that the broker keeps from the nodes because of their size")
        .register(registry);
    handlers
        .on(PartitionLed.class, event -> held(event.partition()).set(1))
        .on(PartitionLeft.class, event -> held(event.partition()).set(0))
        .on(LeaderTasksStopped.class, event -> stopped())
        .on(InDoubtCounted.class, event -> inDoubt = event.transactions())
        .on(PreparedByOthersCounted.class, event -> preparedByOthers = event.transactions())
        .on(LedgerChecked.class, event -> ledgerDifference = event.difference())
        .on(QuarantineMeasured.class, event -> quarantineFill = event.fill())
        .on(OversizeCounted.class, event -> oversize = event.messages())
        .on(OldestSqlRegistration.class, event -> oldestSqlRegistration = seconds(event.age()))
        .on(EventsWaiting.class, this::show)
        .on(ScheduleFailuresCounted.class, schedules::show)
        .on(EncryptionKeysCompared.class, event -> showKeys(event.queues()))
        .on(BacklogsSeen.class, event -> backlogs.show(event.queues()))
        .on(DueJobsCounted.class, event -> show(event.queues()));
  }

  private AtomicInteger held(String partition) {
    return held.computeIfAbsent(partition, this::heldGauge);
  }

  private AtomicInteger heldGauge(String partition) {
    AtomicInteger value = new AtomicInteger();
    Gauge.builder("scheduler.lease.held", value, AtomicInteger::get)
        .tags("partition", partition)
        .description("1 on the node that dispatches the jobs of the partition")
        .register(registry);
    return value;
  }

  private void stopped() {
    inDoubt = Double.NaN;
    preparedByOthers = Double.NaN;
    ledgerDifference = Double.NaN;
    oldestSqlRegistration = Double.NaN;
    quarantineFill = Double.NaN;
    oversize = Double.NaN;
    waitingEvents = Double.NaN;
    oldestEvent = Double.NaN;
    schedules.clear();
    showKeys(List.of());
    show(List.of());
    backlogs.show(List.of());
  }

  private void show(EventsWaiting waiting) {
    waitingEvents = waiting.events();
    oldestEvent = seconds(waiting.oldest());
  }

  private void showKeys(List<KeysOfQueue> queues) {
    Map<String, Integer> byLabel =
        queues.stream()
            .collect(toMap(each -> labels.of(each.queue()), KeysOfQueue::missing, Math::max));
    missingKeys.register(
        byLabel.entrySet().stream()
            .<Row<?>>map(each -> Row.of(Tags.of("queue", each.getKey()), each.getValue()))
            .toList(),
        true);
  }

  private void show(List<DueInQueue> queues) {
    Map<String, DueInQueue> byLabel =
        queues.stream()
            .collect(toMap(each -> labels.of(each.queue()), each -> each, LeaderGauges::together));
    due.register(rows(byLabel, DueInQueue::due), true);
    overdue.register(rows(byLabel, DueInQueue::overdue), true);
    oldest.register(rows(byLabel, each -> seconds(each.oldest())), true);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  private static DueInQueue together(DueInQueue a, DueInQueue b) {
    Duration oldest = a.oldest().compareTo(b.oldest()) > 0 ? a.oldest() : b.oldest();
    return new DueInQueue(QueueLabels.OTHER, a.due() + b.due(), a.overdue() + b.overdue(), oldest);
  }

  private static Collection<Row<?>> rows(
      Map<String, DueInQueue> byLabel, ToDoubleFunction<DueInQueue> value) {
    return byLabel.entrySet().stream()
        .<Row<?>>map(
            each -> Row.of(Tags.of("queue", each.getKey()), value.applyAsDouble(each.getValue())))
        .toList();
  }
}
