package org.goodtiming.scheduler.dispatch;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.lease.LeaseKeeper;

/**
 * Releases the lease at a graceful stop. An observer and not a callback of the timer's bean: when
 * the server stops, Payara 6 fails to stop the timers of a timed singleton and then leaves out the
 * callbacks of all.
 */
@ApplicationScoped
public class ShutdownListener {

  private static final Logger LOG = System.getLogger(ShutdownListener.class.getName());

  private @Inject LeaseKeeper keeper;
  private @Inject SchedulerConfig config;

  void stop(@Observes Shutdown shutdown) {
    try {
      keeper.release();
      LOG.log(Level.INFO, "SCHED-0305 node {0} stops and holds no lease any more", config.node());
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
