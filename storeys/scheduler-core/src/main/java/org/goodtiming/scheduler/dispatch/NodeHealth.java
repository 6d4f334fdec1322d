package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStarted;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStopped;
import org.goodtiming.scheduler.job.upkeep.LedgerEvent.LedgerChecked;
import org.goodtiming.scheduler.job.upkeep.LedgerEvent.LedgerUnchecked;
import org.goodtiming.scheduler.recovery.InDoubtEvent.InDoubtCounted;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.EventHandlers;
import org.goodtiming.scheduler.telemetry.EventListener;

/** Health of the node, from its ticks and from events. */
@Singleton
public final class NodeHealth implements EventListener {

  /** The last tick of a partition, and what was wrong with it. */
  private record Tick(long nanoTime, Optional<String> problem) {

    Optional<String> problem(Duration silence) {
      Duration since = Duration.ofNanos(System.nanoTime() - nanoTime);
      return problem.or(
          () ->
              since.compareTo(silence) > 0
                  ? Optional.of("no tick for " + since.toSeconds() + " s")
                  : Optional.empty());
    }
  }

  private final Map<String, Tick> ticks = new ConcurrentSkipListMap<>();
  private volatile boolean leads;
  private volatile int inDoubt;
  private volatile OptionalLong ledgerDifference = OptionalLong.empty();
  private volatile Optional<String> ledgerProblem = Optional.empty();

  private final EventHandlers handlers =
      new EventHandlers()
          .on(LeaderTasksStarted.class, event -> leads = true)
          .on(LeaderTasksStopped.class, event -> stopsLeading())
          .on(InDoubtCounted.class, event -> whileLeading(() -> inDoubt = event.transactions()))
          .on(LedgerChecked.class, event -> whileLeading(() -> ledgerChecked(event)))
          .on(
              LedgerUnchecked.class,
              event -> whileLeading(() -> ledgerProblem = Optional.of(event.error())));

  @Override
  public void on(Event event) {
    handlers.handle(event);
  }

  public void ticked(String partition) {
    ticks.put(partition, new Tick(System.nanoTime(), Optional.empty()));
  }

  public void failed(String partition, String reason) {
    ticks.compute(
        partition,
        (name, last) ->
            new Tick(last == null ? System.nanoTime() : last.nanoTime, Optional.of(reason)));
  }

  /** Whether the leader tasks of the cluster run on this node. */
  public boolean leads() {
    return leads;
  }

  /** How many transactions have been in doubt for too long, as the leader sees it. */
  public int inDoubt() {
    return inDoubt;
  }

  /** Difference of the ledger; empty if this node has not checked it. */
  public OptionalLong ledgerDifference() {
    return ledgerDifference;
  }

  /** Why the last check of the ledger failed; empty if it did not. */
  public Optional<String> ledgerProblem() {
    return ledgerProblem;
  }

  /** Why the node cannot lead its partitions; empty if it can. */
  public Optional<String> problem(Duration silence) {
    return ticks.isEmpty()
        ? Optional.of("no tick yet")
        : ticks.entrySet().stream()
            .flatMap(each -> problem(each.getKey(), each.getValue().problem(silence)))
            .findFirst();
  }

  private static Stream<String> problem(String partition, Optional<String> problem) {
    return problem.map(text -> "partition %s: %s".formatted(partition, text)).stream();
  }

  /** A task that was interrupted when the node lost its lease may tell something afterwards. */
  private void whileLeading(Runnable change) {
    if (leads) {
      change.run();
    }
  }

  private void ledgerChecked(LedgerChecked ledger) {
    ledgerDifference = OptionalLong.of(ledger.difference());
    ledgerProblem = Optional.empty();
  }

  /** Values that only a leader knows are reset, because another node knows them now. */
  private void stopsLeading() {
    leads = false;
    inDoubt = 0;
    ledgerDifference = OptionalLong.empty();
    ledgerProblem = Optional.empty();
  }
}
