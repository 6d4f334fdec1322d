package org.goodtiming.scheduler.job;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes the waiting dispatcher of this node when a committed registration is due before its next
 * look.
 */
public final class DueSignal {

  private final TransactionSynchronizationRegistry transactions;
  private final Lock lock = new ReentrantLock();
  private final Condition earlier = lock.newCondition();
  private Instant awaited = Instant.MIN;

  public DueSignal(TransactionSynchronizationRegistry transactions) {
    this.transactions = transactions;
  }

  /** Signals once the current transaction has committed; not at all if it rolls back. */
  public void afterCommit(Instant earliestDue) {
    AfterCompletion.afterCommit(transactions, () -> signal(earliestDue));
  }

  /**
   * Waits until the time is up or a job is signalled that is due earlier.
   *
   * @param now database time of the caller's last look
   */
  public void await(Instant now, Duration atMost) throws InterruptedException {
    if (atMost.compareTo(Duration.ZERO) <= 0) {
      return;
    }
    lock.lock();
    try {
      awaited = now.plus(atMost);
      // To the microsecond, which Object.wait is not. A spurious wake-up costs one look.
      earlier.awaitNanos(atMost.toNanos());
    } finally {
      awaited = Instant.MIN;
      lock.unlock();
    }
  }

  private void signal(Instant due) {
    lock.lock();
    try {
      if (due.isBefore(awaited)) {
        earlier.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }
}
