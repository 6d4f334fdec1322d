package org.goodtiming.scheduler.registration;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Instant;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.QuietPeriod;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.job.upkeep.Ledger;
import org.goodtiming.scheduler.message.FailedBatches;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.telemetry.Events;
import org.goodtiming.scheduler.telemetry.Servers;
import org.goodtiming.scheduler.trace.JobTraces;

/** Builds what stores and answers registrations. */
@ApplicationScoped
class RegistrationAssembly {

  @Resource(lookup = "jdbc/scheduler")
  private DataSource xa;

  @Produces
  @Singleton
  Registrar registrar(
      JobStore jobs,
      WorkerQueueStore workerQueues,
      Quarantine quarantine,
      RegistrationParser parser,
      Servers servers,
      JobTraces traces) {
    return new Registrar(
        jobs, workerQueues, quarantine, parser, now -> quietPeriod(servers, now), traces);
  }

  private static QuietPeriod quietPeriod(Servers servers, Instant now) {
    return servers.recovery().map(latest -> AfterOutage.of(latest, now)).orElse(QuietPeriod.NONE);
  }

  @Produces
  @Singleton
  FailedBatches failedBatches(SchedulerConfig config) {
    return new FailedBatches(config.registration().batchSize());
  }

  @Produces
  @Singleton
  MessageReader messageReader(SchedulerConfig config) {
    return new MessageReader(config.registration().largestBody());
  }

  @Produces
  @Singleton
  DirectRegistrations directRegistrations(
      Registrar registrar,
      RegistrationParser parser,
      WorkerQueueStore workerQueues,
      Quarantine quarantine) {
    return new DirectRegistrations(registrar, parser, workerQueues, quarantine);
  }

  @Produces
  @Singleton
  Resubmissions resubmissions(
      Registrar registrar,
      RegistrationParser parser,
      WorkerQueueStore workerQueues,
      Quarantine quarantine,
      Ledger ledger) {
    return new Resubmissions(registrar, parser, workerQueues, quarantine, ledger);
  }

  @Produces
  @Singleton
  SqlRegistrations sqlRegistrations(Registrar registrar) {
    return new SqlRegistrations(registrar);
  }

  @Produces
  @Singleton
  SqlRegistrationStore sqlRegistrationStore() {
    return new SqlRegistrationStore(xa);
  }

  @Produces
  @Singleton
  SqlRegistrationAge sqlRegistrationAge(SqlRegistrationStore requests, Events events) {
    return new SqlRegistrationAge(requests, events);
  }

  @Produces
  @Singleton
  NonPersistentMessages nonPersistentMessages() {
    return new NonPersistentMessages();
  }

  @Produces
  @Singleton
  DefinitionReader definitionReader(RegistrationParser parser) {
    return new DefinitionReader(parser);
  }
}
