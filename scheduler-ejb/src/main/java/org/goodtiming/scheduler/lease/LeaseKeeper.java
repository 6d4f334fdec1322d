package org.goodtiming.scheduler.lease;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.Optional;
import org.goodtiming.scheduler.config.LeaseConfig;
import org.goodtiming.scheduler.lease.LeaseRules.Decision;

/** Lets the work of a tick run only while this node holds the lease. */
public final class LeaseKeeper {

  private static final Logger LOG = System.getLogger(LeaseKeeper.class.getName());

  /** What the leader does in a tick. */
  @FunctionalInterface
  public interface LeaderWork {
    void run(Leadership leadership);
  }

  /** The leader's hold on the lease during a tick. */
  public interface Leadership {
    Lease lease();

    /** Renews in the middle of a long tick. False: the lease is in other hands, stop at once. */
    boolean renew();
  }

  private final LeaseStore store;
  private final LeaseConfig config;
  private final Incarnation self;
  private volatile boolean released;

  public LeaseKeeper(LeaseStore store, LeaseConfig config, Incarnation self) {
    this.store = store;
    this.config = config;
    this.self = self;
  }

  /**
   * One tick: read, decide, and if this node leads, work.
   *
   * @throws SQLException if the database cannot be asked; the next tick tries again
   */
  public void tick(LeaderWork work) throws SQLException {
    if (released) {
      return;
    }
    try (LeaseStore.Session session = store.open()) {
      Optional<Lease> lease = lead(session);
      if (lease.isPresent()) {
        Held held = new Held(session, lease.get());
        work.run(held);
        if (!held.lost) {
          session.renew(lease.get());
        }
      }
    }
  }

  /** Lets another node take over at its next tick; this keeper works no more. */
  public void release() throws SQLException {
    released = true;
    try (LeaseStore.Session session = store.open()) {
      session.release(config.partition(), self);
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
      return session.tryLock(config.partition()).flatMap(this::ours);
    }
    return ours(row.get());
  }

  private Optional<Lease> ours(LeaseRow row) {
    return LeaseRules.decide(row, self) instanceof Decision.GoOn
        ? Optional.of(new Lease(config.partition(), self.node(), row.epoch()))
        : Optional.empty();
  }

  private final class Held implements Leadership {

    private final LeaseStore.Session session;
    private final Lease lease;
    private boolean lost;

    private Held(LeaseStore.Session session, Lease lease) {
      this.session = session;
      this.lease = lease;
    }

    @Override
    public Lease lease() {
      return lease;
    }

    @Override
    public boolean renew() {
      try {
        session.renew(lease);
        lost = session.tryLock(lease.partition()).flatMap(LeaseKeeper.this::ours).isEmpty();
      } catch (SQLException e) {
        LOG.log(
            Level.WARNING,
            "SCHED-0303 node " + self.node() + " could not renew the lease and stops this tick",
            e);
        lost = true;
      }
      return !lost;
    }
  }
}
