package org.goodtiming.scheduler.job;

import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.time.Instant;

/**
 * Wakes the waiting dispatcher of this node when a committed registration is due before its next
 * look.
 */
public final class DueSignal {

  private final TransactionSynchronizationRegistry transactions;
  private Instant awaited = Instant.MIN;

  public DueSignal(TransactionSynchronizationRegistry transactions) {
    this.transactions = transactions;
  }

  /** Signals once the current transaction has committed; not at all if it rolls back. */
  public void afterCommit(Instant earliestDue) {
    AfterCompletion signal =
        status -> {
          if (status == Status.STATUS_COMMITTED) {
            signal(earliestDue);
          }
        };
    transactions.registerInterposedSynchronization(signal);
  }

  /**
   * Waits until the time is up or a job is signalled that is due earlier.
   *
   * @param now database time of the caller's last look
   */
  public synchronized void await(Instant now, Duration atMost) throws InterruptedException {
    if (atMost.compareTo(Duration.ZERO) <= 0) {
      return;
    }
    awaited = now.plus(atMost);
    try {
      // A spurious wake-up costs one look.
      wait(Math.max(1, atMost.toMillis()), 0);
    } finally {
      awaited = Instant.MIN;
    }
  }

  private synchronized void signal(Instant due) {
    if (due.isBefore(awaited)) {
      notifyAll();
    }
  }
}
