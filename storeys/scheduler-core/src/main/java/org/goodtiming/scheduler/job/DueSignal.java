package org.goodtiming.scheduler.job;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the waiting dispatchers of this node when a committed registration is due before their next
 * poll.
 */
@Singleton
public final class DueSignal {

  private final TransactionSynchronizationRegistry transactions;
  private final Lock lock = new ReentrantLock();
  private final Set<Waiter> waiters = new HashSet<>();

  /** The dispatcher of one partition, until its next poll. */
  private record Waiter(Condition earlier, Instant until) {}

  @Inject
  public DueSignal(TransactionSynchronizationRegistry transactions) {
    this.transactions = transactions;
  }

  /** Signals after the commit of the current transaction; never after its rollback. */
  public void afterCommit(Instant earliestDue) {
    AfterCompletion.afterCommit(transactions, () -> signal(earliestDue));
  }

  /** The same work, which signals before it begins, as {@link #afterCommit}; null for no signal. */
  public <T> Supplier<T> with(@Nullable Instant earliestDue, Supplier<T> work) {
    return () -> {
      if (earliestDue != null) {
        afterCommit(earliestDue);
      }
      return work.get();
    };
  }

  /**
   * Waits until the time is over, or a job that is due earlier is signalled.
   *
   * @param now database time of the caller's last poll
   */
  public void await(Instant now, Duration atMost) throws InterruptedException {
    if (atMost.compareTo(Duration.ZERO) <= 0) {
      return;
    }
    lock.lock();
    Waiter waiter = new Waiter(lock.newCondition(), now.plus(atMost));
    try {
      waiters.add(waiter);
      // awaitNanos is precise to the microsecond, unlike Object.wait. A spurious wake-up costs one
      // poll.
      waiter.earlier.awaitNanos(atMost.toNanos());
    } finally {
      waiters.remove(waiter);
      lock.unlock();
    }
  }

  /** Signals all partitions, because a registration does not know the partition of the job. */
  private void signal(Instant due) {
    lock.lock();
    try {
      waiters.stream()
          .filter(waiter -> due.isBefore(waiter.until))
          .forEach(waiter -> waiter.earlier.signal());
    } finally {
      lock.unlock();
    }
  }
}
