package org.goodtiming.scheduler.telemetry;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Creates the queues of events. */
@ApplicationScoped
class TelemetryAssembly {

  @Resource private ManagedThreadFactory threads;

  @Produces
  @Singleton
  EventQueues events(Instance<EventListener> listeners) {
    return new EventQueues(listeners, threads);
  }

  void end(@Disposes EventQueues events) {
    events.close();
  }
}
