package org.goodtiming.scheduler.operations;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.operations.OpenIdConfig;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.encryption.aes.PayloadCipher;
import org.goodtiming.scheduler.execution.rerun.RerunStore;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.metrics.Metrics;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.batch.BatchQueries;
import org.goodtiming.scheduler.operations.batch.BatchTask;
import org.goodtiming.scheduler.operations.batch.BatchTransactions;
import org.goodtiming.scheduler.operations.cluster.NodePresence;
import org.goodtiming.scheduler.operations.execution.Reruns;
import org.goodtiming.scheduler.operations.idempotency.RestPruning;
import org.goodtiming.scheduler.operations.job.JobCancels;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.quarantine.QuarantinePruning;
import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.goodtiming.scheduler.operations.schedule.DefinitionQueries;
import org.goodtiming.scheduler.operations.schedule.ScheduleQueries;
import org.goodtiming.scheduler.operations.user.ApiSessions;
import org.goodtiming.scheduler.registration.DirectRegistrations;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.telemetry.Events;

/** Builds what the REST API calls. */
@ApplicationScoped
class OperationsAssembly {

  @Resource(lookup = "jdbc/scheduler")
  private DataSource xa;

  @Resource(lookup = "jdbc/schedulerRead")
  private DataSource readers;

  @Resource private TransactionSynchronizationRegistry transactions;

  @Produces
  @Singleton
  JobQueries jobQueries(SchedulerConfig config, PayloadCipher cipher) {
    return new JobQueries(readers, config.registration().redaction(), cipher);
  }

  @Produces
  @Singleton
  NodePresence nodePresence(SchedulerConfig config) {
    List<String> partitions = config.dispatch().enabled() ? config.lease().partitions() : List.of();
    Set<String> keyIds = config.encryption().keys().keySet();
    return new NodePresence(
        xa, config.node(), Metrics.version(), partitions, keyIds, InstantSource.system());
  }

  @Produces
  @Singleton
  QuarantineQueries quarantineQueries(SchedulerConfig config, PayloadCipher cipher) {
    return new QuarantineQueries(readers, config.registration().redaction(), cipher);
  }

  @Produces
  @Singleton
  ScheduleQueries scheduleQueries(SchedulerConfig config, PayloadCipher cipher) {
    return new ScheduleQueries(readers, config.registration().redaction(), cipher);
  }

  @Produces
  @Singleton
  DefinitionQueries definitionQueries(SchedulerConfig config) {
    return new DefinitionQueries(readers, config.registration().redaction());
  }

  @Produces
  @Singleton
  JobCancels jobCancels(
      DirectRegistrations registrations, JobChanges jobs, Audit audit, Events events) {
    return new JobCancels(registrations, jobs, audit, events, transactions);
  }

  @Produces
  @Singleton
  QuarantinePruning quarantinePruning(SchedulerConfig config, Events events) {
    return new QuarantinePruning(xa, config.quarantine(), events);
  }

  @Produces
  @Singleton
  RestPruning restPruning(SchedulerConfig config) {
    return new RestPruning(xa, config.rest(), config.node());
  }

  @Produces
  @Singleton
  Reruns reruns(
      RerunStore store,
      DirectRegistrations registrations,
      Audit audit,
      DueSignal dueSignal,
      Events events) {
    Reruns.Signals signals = new Reruns.Signals(dueSignal, events, transactions);
    return new Reruns(store, registrations, audit, signals);
  }

  @Produces
  @Singleton
  BatchTask batchTask(BatchQueries queries, BatchTransactions steps, Servers servers) {
    return new BatchTask(queries, steps, servers::explain);
  }

  @Produces
  @Singleton
  ApiSessions apiSessions(SchedulerConfig config) {
    return new ApiSessions(
        xa, config.rest().sessions(), config.rest().login().openId().map(OpenIdConfig::issuer));
  }
}
