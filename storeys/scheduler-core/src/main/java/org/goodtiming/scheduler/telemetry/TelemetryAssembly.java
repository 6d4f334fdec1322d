package org.goodtiming.scheduler.telemetry;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.config.LogFormat;

/** Creates the log and the queues of events. */
@ApplicationScoped
class TelemetryAssembly {

  @Resource private ManagedThreadFactory threads;

  @Produces
  @Singleton
  LogCodes logCodes() {
    return new LogCodes();
  }

  void end(@Disposes LogCodes codes) {
    codes.end();
  }

  @Produces
  @Singleton
  EventLog eventLog(CoreConfig config, LogCodes codes) {
    if (config.log() == LogFormat.JSON) {
      codes.begin();
    }
    return new EventLog();
  }

  @Produces
  @Singleton
  EventQueues events(Instance<EventListener> listeners) {
    return new EventQueues(listeners, threads);
  }

  void end(@Disposes EventQueues events) {
    events.close();
  }
}
