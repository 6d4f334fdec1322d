package org.goodtiming.scheduler.log;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.goodtiming.scheduler.config.work.LogFormat;
import org.goodtiming.scheduler.config.work.WorkConfig;

/** Creates the log, by its format. */
@ApplicationScoped
class LogAssembly {

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
  EventLog eventLog(WorkConfig config, LogCodes codes) {
    if (config.log() == LogFormat.JSON) {
      codes.begin();
    }
    return new EventLog();
  }
}
