package org.goodtiming.scheduler.lease;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.goodtiming.scheduler.config.LeaseConfig;
import org.goodtiming.scheduler.lease.LeaseRules.Decision;
import org.jspecify.annotations.Nullable;

/** Lets the work of a tick run only while this node holds the lease. */
public final class LeaseKeeper {

  private static final Logger LOG = System.getLogger(LeaseKeeper.class.getName());

  /** What the leader does from one renewal of the lease to the next. */
  @FunctionalInterface
  public interface LeaderWork {

    /**
     * @return whether to go on leading; false ends the tick
     */
    boolean beat(Term term);
  }

  /** The time for which this node leads: from the lock of the row until it is lost or given up. */
  public interface Term {

    /** What claims show. */
    Lease lease();

    /**
     * Renews the lease amid a beat, and frees the row for a moment: while it is locked PostgreSQL
     * may forget no deleted row, and each claim reads again what those before it have taken.
     *
     * @return whether this node still leads; if not, it must claim no more
     */
    boolean renew();

    /** Whether this node led when it last renewed. */
    boolean lasts();
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
      if (lease.isPresent()) {
        work(work, new LockedTerm(session, lease.get()));
      }
    } finally {
      ticking.unlock();
    }
  }

  private static void work(LeaderWork work, LockedTerm term) throws SQLException {
    boolean goOn = true;
    while (goOn) {
      goOn = work.beat(term);
      goOn &= term.renewed();
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

  private final class LockedTerm implements Term {

    private final LeaseStore.Session session;
    private final Lease lease;
    private boolean lasts = true;
    private @Nullable SQLException failure;

    LockedTerm(LeaseStore.Session session, Lease lease) {
      this.session = session;
      this.lease = lease;
    }

    @Override
    public Lease lease() {
      return lease;
    }

    @Override
    public boolean lasts() {
      return lasts;
    }

    @Override
    public boolean renew() {
      try {
        return renewed();
      } catch (SQLException e) {
        failure = e;
        lasts = false;
        return false;
      }
    }

    /** The same for the keeper, who reports what kept it from renewing. */
    boolean renewed() throws SQLException {
      if (failure != null) {
        throw failure;
      }
      if (lasts) {
        session.renew(lease);
        lasts =
            !released
                && session.lock(config.partition()).flatMap(LeaseKeeper.this::ours).isPresent();
      }
      return lasts;
    }
  }
}
