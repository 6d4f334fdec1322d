package org.goodtiming.scheduler.job;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the waiting dispatchers of this node when a committed registration is due before their next
 * poll. Knows whether the node rests: then any commit wakes them (docs/adr/0135).
 */
@Singleton
public final class DueSignal {

  /** From the last change to the rest; covers transactions that began before it. */
  private static final Duration QUIET = Duration.ofSeconds(5);

  private final TransactionSynchronizationRegistry transactions;
  private final LongSupplier nanoTime;
  private final Lock lock = new ReentrantLock();
  private final Set<Waiter> waiters = new HashSet<>();
  private final List<Runnable> wakers = new CopyOnWriteArrayList<>();
  private final List<Runnable> tellers = new CopyOnWriteArrayList<>();
  private volatile long changedAt;
  private volatile boolean alone;
  private volatile boolean hearsOthers;

  /** The dispatcher of one partition, until its next poll. */
  private record Waiter(Condition earlier, Instant until) {}

  @Inject
  public DueSignal(TransactionSynchronizationRegistry transactions) {
    this(transactions, System::nanoTime);
  }

  public DueSignal(TransactionSynchronizationRegistry transactions, LongSupplier nanoTime) {
    this.transactions = transactions;
    this.nanoTime = nanoTime;
    this.changedAt = nanoTime.getAsLong();
  }

  /** Signals after the commit of the current transaction; never after its rollback. */
  public void afterCommit(Instant earliestDue) {
    AfterCompletion.afterCommit(transactions, () -> committed(earliestDue));
  }

  /** A commit that may have stored something ends the rest of this node. */
  public void changedAfterCommit() {
    afterCommit(Instant.MAX);
  }

  private void committed(Instant earliestDue) {
    signal(earliestDue);
    tellers.forEach(Runnable::run);
  }

  /** Another node has committed: ends the rest of this node. */
  public void changedElsewhere() {
    signal(Instant.MAX);
  }

  /** Whether nothing has been stored for some time, as far as this node would know. */
  public boolean rests() {
    return (alone || hearsOthers) && nanoTime.getAsLong() - changedAt >= QUIET.toNanos();
  }

  /** Whether no other node works with the database. */
  public void setAlone(boolean nowAlone) {
    alone = nowAlone;
  }

  public boolean isAlone() {
    return alone;
  }

  /** Whether this node is told when other nodes commit. */
  public void setHearsOthers(boolean nowHears) {
    changedElsewhere();
    hearsOthers = nowHears;
  }

  /** Calls the action at the end of each rest. */
  public void onWake(Runnable waker) {
    wakers.add(waker);
  }

  /** Calls the action, which must not wait, after each commit of this node. */
  public void onCommit(Runnable teller) {
    tellers.add(teller);
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
   * Waits until the time is over, a job that is due earlier is signalled, or a rest ends.
   *
   * @param now database time of the caller's last poll
   * @param atRest the longest time if the node rests
   */
  public void await(Instant now, Duration atMost, Duration atRest) throws InterruptedException {
    lock.lock();
    Duration time = rests() ? atRest : atMost;
    Waiter waiter = new Waiter(lock.newCondition(), now.plus(time));
    try {
      waiters.add(waiter);
      // awaitNanos is precise to the microsecond, unlike Object.wait. A spurious wake-up costs one
      // poll.
      waiter.earlier.awaitNanos(time.toNanos());
    } finally {
      waiters.remove(waiter);
      lock.unlock();
    }
  }

  /** Signals all partitions, because a registration does not know the partition of the job. */
  private void signal(Instant due) {
    boolean rested;
    lock.lock();
    try {
      rested = rests();
      changedAt = nanoTime.getAsLong();
      waiters.stream()
          .filter(waiter -> rested || due.isBefore(waiter.until))
          .forEach(waiter -> waiter.earlier.signal());
    } finally {
      lock.unlock();
    }
    if (rested) {
      wakers.forEach(Runnable::run);
    }
  }
}
