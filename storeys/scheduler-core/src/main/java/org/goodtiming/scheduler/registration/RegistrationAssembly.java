package org.goodtiming.scheduler.registration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.CoreConfig;
import org.goodtiming.scheduler.contract.BulkParser;
import org.goodtiming.scheduler.contract.RegistrationParser;
import org.goodtiming.scheduler.contract.Urgency;
import org.goodtiming.scheduler.intake.BatchRules;
import org.goodtiming.scheduler.intake.Intake;
import org.goodtiming.scheduler.intake.IntakeServer;
import org.goodtiming.scheduler.intake.MessageBatches;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.JobTracing;
import org.goodtiming.scheduler.job.queue.WorkerQueueStore;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.server.Servers;

/** Builds what stores and answers registrations. */
@ApplicationScoped
class RegistrationAssembly {

  /** The number of jobs at which a batch is full; one message may have many. */
  private static final int ENOUGH_JOBS = 1_000;

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
  MessageBatches batches(
      CoreConfig config, TransactionSynchronizationRegistry transactions, Servers servers) {
    int messages = config.registration().batchSize();
    BatchRules rules =
        new BatchRules(
            messages,
            Math.max(messages, ENOUGH_JOBS),
            16L * 1024 * 1024,
            BulkParser::jobsIn,
            Urgency::isUrgent);
    return new MessageBatches(rules, transactions, servers::allAnswer);
  }

  @Produces
  @Singleton
  @Named(WireContract.REGISTRATION_QUEUE)
  Intake intake(IntakeServer server, RegistrationBatchStore store) {
    return new Intake(
        server,
        WireContract.REGISTRATION_QUEUE,
        store.batches(),
        store,
        "SCHED-0162 cannot read a registration or its reply address; it will be redelivered");
  }

  @Produces
  @Singleton
  MessageReader messageReader(CoreConfig config) {
    return new MessageReader(config.registration().largestBody());
  }
}
