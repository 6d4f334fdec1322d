package org.goodtiming.scheduler.lease;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.goodtiming.scheduler.config.LeaseConfig;
import org.goodtiming.scheduler.lease.LeaseRules.Decision;

/** Lets the work of a tick run only while this node holds the lease. */
public final class LeaseKeeper {

  private static final Logger LOG = System.getLogger(LeaseKeeper.class.getName());

  /** What the leader does from one renewal of the lease to the next. */
  @FunctionalInterface
  public interface LeaderWork {

    /**
     * @return whether to go on leading; false ends the tick
     */
    boolean beat(Lease lease);
  }

  private final LeaseStore store;
  private final LeaseConfig config;
  private final Incarnation self;
  private final Lock ticking = new ReentrantLock();
  private volatile boolean released;

  public LeaseKeeper(LeaseStore store, LeaseConfig config, Incarnation self) {
    this.store = store;
    this.config = config;
    this.self = self;
  }

  /**
   * One tick: read, decide, and work as long as this node leads, renewing the lease beat by beat.
   * Were the tick to end with each beat, jobs would wait for the next one whenever a renewal takes
   * long.
   *
   * @throws SQLException if the database cannot be asked; the next tick tries again
   */
  public void tick(LeaderWork work) throws SQLException {
    ticking.lock();
    try (LeaseStore.Session session = store.open(config.failover())) {
      Optional<Lease> lease = released ? Optional.empty() : lead(session);
      while (lease.isPresent()) {
        boolean goOn = work.beat(lease.get());
        session.renew(lease.get());
        lease =
            goOn && !released
                ? session.lock(config.partition()).flatMap(this::ours)
                : Optional.empty();
      }
    } finally {
      ticking.unlock();
    }
  }

  /**
   * Waits for the running tick, which ends with its beat, lets another node take over at its next
   * one, and works no more.
   */
  public void release() throws SQLException {
    released = true;
    ticking.lock();
    try (LeaseStore.Session session = store.open(config.failover())) {
      session.release(config.partition(), self);
    } finally {
      ticking.unlock();
    }
  }

  private Optional<Lease> lead(LeaseStore.Session session) throws SQLException {
    Optional<LeaseRow> row = session.tryLock(config.partition());
    if (row.isEmpty()) {
      return Optional.empty();
    }
    Decision decision = LeaseRules.decide(row.get(), self);
    if (decision instanceof Decision.TakeOver takeOver) {
      Lease lease =
          session.takeOver(config.partition(), self, config.failover(), takeOver.reason().text);
      LOG.log(
          Level.INFO,
          "SCHED-0302 node {0} took over the lease of partition {1}, epoch {2}: {3}",
          self.node(),
          lease.partition(),
          lease.epoch(),
          takeOver.reason().text);
      // The new holder is committed before any dispatch; the lock is taken anew for the work.
      return session.lock(config.partition()).flatMap(this::ours);
    }
    return ours(row.get());
  }

  private Optional<Lease> ours(LeaseRow row) {
    return LeaseRules.decide(row, self) instanceof Decision.GoOn
        ? Optional.of(new Lease(config.partition(), self.node(), row.epoch()))
        : Optional.empty();
  }
}
