package org.goodtiming.scheduler.container;

import jakarta.annotation.PreDestroy;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;

/**
 * Ends the additional sessions for registrations while the session beans that they use still work:
 * Payara stops the singletons of the start before other beans (docs/adr/0050).
 */
@Singleton
@Startup
public class OverflowStop {

  private @Inject OverflowConsumers overflowConsumers;

  @PreDestroy
  void stop() {
    overflowConsumers.stop();
  }
}
