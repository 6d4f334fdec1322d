package org.goodtiming.scheduler.config.operations;

import java.util.Optional;
import java.util.function.Function;
import org.goodtiming.scheduler.config.BrokerConfig;
import org.goodtiming.scheduler.config.DispatchConfig;
import org.goodtiming.scheduler.config.InvalidSettingsException;
import org.goodtiming.scheduler.config.LeaseConfig;
import org.goodtiming.scheduler.config.RegistrationConfig;
import org.goodtiming.scheduler.config.Settings;
import org.goodtiming.scheduler.config.TimerConfig;
import org.goodtiming.scheduler.config.TransactionMode;
import org.goodtiming.scheduler.config.work.EncryptionConfig;
import org.goodtiming.scheduler.config.work.ExecutionConfig;
import org.goodtiming.scheduler.config.work.LogFormat;
import org.goodtiming.scheduler.config.work.ScheduleConfig;
import org.goodtiming.scheduler.config.work.TraceConfig;
import org.goodtiming.scheduler.config.work.WorkConfig;

/** All settings of one node. */
public record SchedulerConfig(
    String node,
    TransactionMode transactions,
    TimerConfig timer,
    LeaseConfig lease,
    DispatchConfig dispatch,
    RegistrationConfig registration,
    BrokerConfig broker,
    DatabaseConfig database,
    ExecutionConfig execution,
    ScheduleConfig schedule,
    RestConfig rest,
    StatisticConfig statistics,
    QuarantineConfig quarantine,
    PostConfig webhook,
    PostConfig target,
    EncryptionConfig encryption,
    TraceConfig traces,
    LogFormat log)
    implements WorkConfig {

  /**
   * @param source value of a setting by its name, empty if not set
   * @throws InvalidSettingsException naming every wrong setting
   */
  public static SchedulerConfig from(Function<String, Optional<String>> source) {
    Settings settings = new Settings(source);
    TimerConfig timer = TimerConfig.from(settings);
    LeaseConfig lease = LeaseConfig.from(settings, timer);
    RegistrationConfig registration = RegistrationConfig.from(settings);
    SchedulerConfig config =
        new SchedulerConfig(
            settings.text("scheduler.node.name"),
            TransactionMode.from(settings),
            timer,
            lease,
            DispatchConfig.from(settings, timer, lease),
            registration,
            BrokerConfig.from(settings),
            DatabaseConfig.from(settings, lease, registration),
            ExecutionConfig.from(settings),
            ScheduleConfig.from(settings),
            RestConfig.from(settings),
            StatisticConfig.from(settings),
            QuarantineConfig.from(settings),
            PostConfig.from(settings, "scheduler.webhook."),
            PostConfig.from(settings, "scheduler.target."),
            EncryptionConfig.from(settings),
            TraceConfig.from(settings),
            LogFormat.from(settings));
    settings.stopIfWrong();
    return config;
  }
}
