package org.goodtiming.scheduler.registration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.JobTracing;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.message.FailedBatches;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.server.Servers;

/** Builds what stores and answers registrations. */
@ApplicationScoped
class RegistrationAssembly {

  @Produces
  @Singleton
  Registrar registrar(
      JobStore jobs,
      WorkerQueueStore workerQueues,
      Quarantine quarantine,
      RegistrationParser parser,
      Servers servers,
      JobTracing traces) {
    return new Registrar(
        jobs,
        workerQueues,
        quarantine,
        parser,
        now -> AfterOutage.of(servers.recoveries(), now),
        traces);
  }

  @Produces
  @Singleton
  FailedBatches failedBatches(CoreConfig config) {
    return new FailedBatches(config.registration().batchSize());
  }

  @Produces
  @Singleton
  MessageReader messageReader(CoreConfig config) {
    return new MessageReader(config.registration().largestBody());
  }
}
