package org.goodtiming.scheduler.lease;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.goodtiming.scheduler.lease.LeaseEvent.LeaseGained;
import org.goodtiming.scheduler.lease.LeaseEvent.LeaseLost;
import org.goodtiming.scheduler.lease.LeaseRules.Decision;
import org.goodtiming.scheduler.telemetry.Events;
import org.jspecify.annotations.Nullable;

/** Takes, renews and gives up the lease of a partition for this node. */
public final class LeaseKeeper {

  private final LeaseStore store;
  private final String partition;
  private final Duration failover;
  private final Incarnation self;
  private final Events events;
  private final Lock ticking = new ReentrantLock();
  private volatile boolean released;
  private final AtomicReference<String> nextHolder = new AtomicReference<>();
  private @Nullable Lease held;
  private volatile Optional<Lease> successor = Optional.empty();
  private volatile boolean firstHeld;
  private volatile boolean alone;

  /** The nanoTime before which this node leaves a lost lease to others. */
  private long stepsBackUntil = System.nanoTime();

  LeaseKeeper(
      LeaseStore store, String partition, Duration failover, Incarnation self, Events events) {
    this.store = store;
    this.partition = partition;
    this.failover = failover;
    this.self = self;
    this.events = events;
  }

  /**
   * Opens a session for a term of this node. The row is not locked yet. No other term begins before
   * the same thread closes this term.
   *
   * @throws SQLException if the database cannot be asked; the next tick tries again
   */
  public Term open() throws SQLException {
    ticking.lock();
    try {
      return new LockedTerm(store.open(failover));
    } catch (Throwable e) {
      ticking.unlock();
      throw e;
    }
  }

  public String partition() {
    return partition;
  }

  /** Prevents new work; running work continues until its deadline. */
  public void end() {
    released = true;
  }

  /**
   * Ends the term as well, but waits for running work, and releases the lease, so that another node
   * takes over at its next tick.
   */
  public void release() throws SQLException {
    end();
    ticking.lock();
    try (LeaseStore.Session session = store.open(failover)) {
      session.release(partition, self, null);
    } finally {
      ticking.unlock();
    }
  }

  /** Releases the lease at its next renewal, so that this node takes it, and no other. */
  public void handOver(String node) {
    nextHolder.set(node);
  }

  /** Releases the lease if this node holds it, so that another node takes it at its next tick. */
  public void giveUp() throws SQLException {
    ticking.lock();
    try {
      if (held != null) {
        giveUpHeld();
      }
    } finally {
      ticking.unlock();
    }
  }

  private void giveUpHeld() throws SQLException {
    try (LeaseStore.Session session = store.open(failover)) {
      session.release(partition, self, null);
      session.lock(partition).ifPresent(this::noteLoss);
    }
  }

  private Optional<Lease> lead(LeaseStore.Session session) throws SQLException {
    Optional<LeaseRow> row = session.tryLock(partition);
    if (row.isEmpty()) {
      return Optional.empty();
    }
    Optional<Lease> ours = ours(row.get());
    if (LeaseRules.decide(row.get(), self) instanceof Decision.TakeOver takeOver
        && System.nanoTime() - stepsBackUntil >= 0) {
      takeOver(session, takeOver.reason().text);
      // The new holder is committed before any dispatch; the lock is taken again for the work.
      return session.lock(partition).flatMap(this::ours);
    }
    return ours;
  }

  private void takeOver(LeaseStore.Session session, String reason) throws SQLException {
    Lease lease = session.takeOver(partition, self, failover, reason);
    held = lease;
    nextHolder.set(null);
    events.tell(new LeaseGained(lease.partition(), self.node(), lease.epoch(), reason));
  }

  private Optional<Lease> ours(LeaseRow row) {
    if (LeaseRules.decide(row, self) instanceof Decision.GoOn) {
      held = new Lease(partition, self.node(), row.epoch());
      successor = Optional.empty();
      firstHeld = row.firstHeld();
      alone = !row.hasOthers();
      return Optional.of(held);
    }
    noteLoss(row);
    return Optional.empty();
  }

  private void noteLoss(LeaseRow row) {
    if (held == null) {
      return;
    }
    String holder = row.holder() == null || row.releasedAt() != null ? null : row.holder().node();
    successor = Optional.ofNullable(holder).map(node -> new Lease(partition, node, row.epoch()));
    events.tell(new LeaseLost(held.partition(), self.node(), held.epoch(), holder, row.epoch()));
    held = null;
    if (row.releasedAt() != null && self.equals(row.holder())) {
      stepsBackUntil = System.nanoTime() + failover.toNanos();
    }
  }

  private final class LockedTerm implements Term {

    private final LeaseStore.Session session;
    private Optional<Lease> lease = Optional.empty();
    private boolean ended;
    private @Nullable SQLException failure;

    LockedTerm(LeaseStore.Session session) {
      this.session = session;
    }

    @Override
    public Lease lease() {
      return lease.orElseThrow(() -> new IllegalStateException("the lease was never held"));
    }

    @Override
    public boolean lasts() {
      return lease.isPresent() && !ended;
    }

    @Override
    public boolean leadsFirstPartition() {
      return firstHeld;
    }

    @Override
    public boolean isAlone() {
      return alone;
    }

    @Override
    public Optional<Lease> successor() {
      return lasts() ? Optional.empty() : successor;
    }

    @Override
    public boolean renew() {
      if (ended) {
        return false;
      }
      try {
        ended = !(lease.isPresent() ? renewed(lease.get()) : begun());
      } catch (SQLException e) {
        failure = e;
        ended = true;
      }
      return !ended;
    }

    private boolean begun() throws SQLException {
      lease = released ? Optional.empty() : lead(session);
      return lease.isPresent();
    }

    private boolean renewed(Lease held) throws SQLException {
      session.renew(held);
      String next = nextHolder.getAndSet(null);
      if (next != null) {
        session.release(partition, self, next);
      }
      return !released && session.lock(partition).flatMap(LeaseKeeper.this::ours).isPresent();
    }

    @Override
    public void close() throws SQLException {
      try (session) {
        if (failure != null) {
          throw failure;
        }
      } finally {
        ticking.unlock();
      }
    }
  }
}
