package org.goodtiming.scheduler.telemetry;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.goodtiming.scheduler.telemetry.Event.InDoubtCounted;
import org.goodtiming.scheduler.telemetry.Event.LeaderStarted;
import org.goodtiming.scheduler.telemetry.Event.LeaderStopped;
import org.goodtiming.scheduler.telemetry.Event.LedgerChecked;
import org.goodtiming.scheduler.telemetry.Event.LedgerUnchecked;

/** How the node is doing, by its timer and by what it hears. */
public final class NodeHealth implements EventListener {

  private volatile long lastTick = System.nanoTime();
  private volatile Optional<String> problem = Optional.of("no tick yet");

  private volatile boolean leads;
  private volatile int inDoubt;
  private volatile OptionalLong ledgerDifference = OptionalLong.empty();
  private volatile Optional<String> ledgerProblem = Optional.empty();

  private final EventHandlers handlers =
      new EventHandlers()
          .on(LeaderStarted.class, event -> leads = true)
          .on(LeaderStopped.class, event -> stopsLeading())
          .on(InDoubtCounted.class, event -> inDoubt = event.transactions())
          .on(LedgerChecked.class, this::ledgerChecked)
          .on(LedgerUnchecked.class, event -> ledgerProblem = Optional.of(event.error()));

  @Override
  public void on(Event event) {
    handlers.handle(event);
  }

  public void ticked() {
    lastTick = System.nanoTime();
    problem = Optional.empty();
  }

  public void failed(String reason) {
    problem = Optional.of(reason);
  }

  /** Whether this node works as the leader. */
  public boolean leads() {
    return leads;
  }

  /** How many transactions have been in doubt for too long, as the leader sees it. */
  public int inDoubt() {
    return inDoubt;
  }

  /** By how many jobs the ledger does not add up; empty if this node has not checked it. */
  public OptionalLong ledgerDifference() {
    return ledgerDifference;
  }

  /** Why the last check of the ledger failed; empty if it did not. */
  public Optional<String> ledgerProblem() {
    return ledgerProblem;
  }

  /** What keeps the node from its work; empty if nothing does. */
  public Optional<String> problem(Duration silence) {
    Duration since = Duration.ofNanos(System.nanoTime() - lastTick);
    return problem.or(
        () ->
            since.compareTo(silence) > 0
                ? Optional.of("no tick for " + since.toSeconds() + " s")
                : Optional.empty());
  }

  private void ledgerChecked(LedgerChecked ledger) {
    ledgerDifference = OptionalLong.of(ledger.difference());
    ledgerProblem = Optional.empty();
  }

  /** What only a leader finds out is then known to another node. */
  private void stopsLeading() {
    leads = false;
    inDoubt = 0;
    ledgerDifference = OptionalLong.empty();
    ledgerProblem = Optional.empty();
  }
}
