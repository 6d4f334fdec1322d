package org.goodtiming.scheduler.operations.cluster;

import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.OptionalLong;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStarted;
import org.goodtiming.scheduler.background.LeaderEvent.LeaderTasksStopped;
import org.goodtiming.scheduler.job.upkeep.LedgerEvent.LedgerChecked;
import org.goodtiming.scheduler.job.upkeep.LedgerEvent.LedgerUnchecked;
import org.goodtiming.scheduler.recovery.InDoubtEvent.InDoubtCounted;
import org.goodtiming.scheduler.telemetry.Event;
import org.goodtiming.scheduler.telemetry.EventHandlers;
import org.goodtiming.scheduler.telemetry.EventListener;

/** The findings of the leader tasks while they run on this node. */
@Singleton
public final class LeaderFindings implements EventListener {

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

  /** Whether the leader tasks of the cluster run on this node. */
  public boolean leads() {
    return leads;
  }

  /** The number of transactions that the leader has found in doubt for too long. */
  public int inDoubt() {
    return inDoubt;
  }

  /** The difference of the ledger; empty if this node has not checked the ledger. */
  public OptionalLong ledgerDifference() {
    return ledgerDifference;
  }

  /** The error of the last check of the ledger; empty if it succeeded. */
  public Optional<String> ledgerProblem() {
    return ledgerProblem;
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

  /** Resets the values that only a leader knows, because another node leads now. */
  private void stopsLeading() {
    leads = false;
    inDoubt = 0;
    ledgerDifference = OptionalLong.empty();
    ledgerProblem = Optional.empty();
  }
}
