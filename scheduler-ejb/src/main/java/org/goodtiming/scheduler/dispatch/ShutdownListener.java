package org.goodtiming.scheduler.dispatch;

import jakarta.annotation.PreDestroy;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.lease.LeaseKeeper;

/**
 * Releases the lease at a graceful stop. A bean beside the timer, and without a transaction: when
 * the server stops, Payara 6 fails to stop the timers of a timed bean and leaves its callback out.
 */
@Singleton
@Startup
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ShutdownListener {

  private static final Logger LOG = System.getLogger(ShutdownListener.class.getName());

  private @Inject LeaseKeeper keeper;
  private @Inject SchedulerConfig config;

  @PreDestroy
  void stop() {
    try {
      keeper.release();
    } catch (SQLException e) {
      LOG.log(
          Level.WARNING,
          "SCHED-0304 node {0} could not release the lease; others take over after the failover"
              + " interval: {1}",
          config.node(),
          e.getMessage());
    }
  }
}
