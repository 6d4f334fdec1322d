package org.goodtiming.scheduler.job;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.encryption.PayloadCipher;
import org.goodtiming.scheduler.telemetry.Events;

/** Builds the stores of jobs. */
@ApplicationScoped
class JobAssembly {

  @Resource(lookup = "jdbc/scheduler")
  private DataSource xa;

  @Resource(lookup = "jdbc/schedulerLease")
  private DataSource nonXa;

  @Resource private TransactionSynchronizationRegistry transactions;

  @Produces
  @Singleton
  SchemaVersion schemaVersion() {
    return new SchemaVersion(xa);
  }

  @Produces
  @Singleton
  DatabaseLimits databaseLimits(SchedulerConfig config) {
    return new DatabaseLimits(nonXa, config.database(), config.transactions());
  }

  @Produces
  @Singleton
  DefinitionStore definitionStore() {
    return new DefinitionStore(xa);
  }

  @Produces
  @Singleton
  PayloadCipher payloadCipher(SchedulerConfig config) {
    return new PayloadCipher(config.encryption());
  }

  @Produces
  @Singleton
  EnvelopeCipher envelopeCipher(PayloadCipher cipher) {
    return new EnvelopeCipher(cipher);
  }

  @Produces
  @Singleton
  JobStore jobStore(TrackedJobs executions, RecurringJobs schedules, EnvelopeCipher cipher) {
    return new JobStore(xa, executions, schedules, cipher);
  }

  @Produces
  @Singleton
  JobRetries jobRetries(EnvelopeCipher cipher) {
    return new JobRetries(xa, cipher);
  }

  @Produces
  @Singleton
  DueJobs dueJobs(TrackedJobs executions, RecurringJobs schedules) {
    return new DueJobs(xa, executions, schedules);
  }

  @Produces
  @Singleton
  FailedJobs failedJobs(TrackedJobs executions, RecurringJobs schedules) {
    return new FailedJobs(xa, executions, schedules);
  }

  @Produces
  @Singleton
  Housekeeping housekeeping(TrackedJobs executions, RecurringJobs schedules) {
    return new Housekeeping(xa, executions, schedules);
  }

  @Produces
  @Singleton
  Ledger ledger() {
    return new Ledger(xa);
  }

  @Produces
  @Singleton
  LedgerCheck ledgerCheck(Ledger ledger, Events events) {
    return new LedgerCheck(ledger, events);
  }

  @Produces
  @Singleton
  DueJobsCount dueJobsCount(Events events) {
    return new DueJobsCount(xa, events);
  }

  @Produces
  @Singleton
  DueSignal dueSignal() {
    return new DueSignal(transactions);
  }

  @Produces
  @Singleton
  WorkerQueueStore workerQueueStore() {
    return new WorkerQueueStore(xa);
  }
}
