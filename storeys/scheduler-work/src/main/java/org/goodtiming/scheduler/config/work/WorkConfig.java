package org.goodtiming.scheduler.config.work;

import org.goodtiming.scheduler.config.CoreConfig;

/** The settings of a node beyond the core: runs, schedules, encryption, spans, log. */
public interface WorkConfig extends CoreConfig {

  ExecutionConfig execution();

  ScheduleConfig schedule();

  EncryptionConfig encryption();

  TraceConfig traces();

  LogFormat log();
}
