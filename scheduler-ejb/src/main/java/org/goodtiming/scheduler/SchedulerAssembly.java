package org.goodtiming.scheduler;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.TransactionSynchronizationRegistry;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.ConfigProvider;
import org.goodtiming.scheduler.config.ExecutionConfig;
import org.goodtiming.scheduler.config.ScheduleConfig;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.deadletter.DeadLetters;
import org.goodtiming.scheduler.dispatch.EarlyDispatch;
import org.goodtiming.scheduler.execution.CancelNotices;
import org.goodtiming.scheduler.execution.CancelSender;
import org.goodtiming.scheduler.execution.ExecutionPruning;
import org.goodtiming.scheduler.execution.ExecutionStore;
import org.goodtiming.scheduler.execution.Executions;
import org.goodtiming.scheduler.execution.LostRuns;
import org.goodtiming.scheduler.execution.ReportStore;
import org.goodtiming.scheduler.execution.RunCancels;
import org.goodtiming.scheduler.execution.WorkerReports;
import org.goodtiming.scheduler.job.DatabaseLimits;
import org.goodtiming.scheduler.job.DueJobs;
import org.goodtiming.scheduler.job.DueJobsCount;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.job.FailedJobs;
import org.goodtiming.scheduler.job.Housekeeping;
import org.goodtiming.scheduler.job.JobStore;
import org.goodtiming.scheduler.job.Ledger;
import org.goodtiming.scheduler.job.LedgerCheck;
import org.goodtiming.scheduler.job.SchemaVersion;
import org.goodtiming.scheduler.job.WorkerQueueStore;
import org.goodtiming.scheduler.lease.Incarnation;
import org.goodtiming.scheduler.lease.LeaseStore;
import org.goodtiming.scheduler.lease.Leases;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.recovery.CommitMarker;
import org.goodtiming.scheduler.recovery.InDoubtWatch;
import org.goodtiming.scheduler.registration.NonPersistentMessages;
import org.goodtiming.scheduler.registration.Registrar;
import org.goodtiming.scheduler.registration.RegistrationParser;
import org.goodtiming.scheduler.registration.Resubmissions;
import org.goodtiming.scheduler.schedule.CalendarStore;
import org.goodtiming.scheduler.schedule.CalendarWatch;
import org.goodtiming.scheduler.schedule.CatchUpPace;
import org.goodtiming.scheduler.schedule.HeldRuns;
import org.goodtiming.scheduler.schedule.MovedRuns;
import org.goodtiming.scheduler.schedule.ReleasedRuns;
import org.goodtiming.scheduler.schedule.SchedulePruning;
import org.goodtiming.scheduler.schedule.ScheduleStore;
import org.goodtiming.scheduler.schedule.ScheduleTransactions;
import org.goodtiming.scheduler.telemetry.Events;
import org.goodtiming.scheduler.telemetry.Servers;

/** Builds the plain core from the container's resources. */
@ApplicationScoped
public class SchedulerAssembly {

  @Resource(lookup = "jdbc/scheduler")
  private DataSource xa;

  @Resource(lookup = "jdbc/schedulerLease")
  private DataSource nonXa;

  @Resource private TransactionSynchronizationRegistry transactions;

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @PersistenceContext(unitName = "scheduler")
  private EntityManager entities;

  @Produces
  @Singleton
  SchedulerConfig config() {
    return SchedulerConfig.from(
        name -> ConfigProvider.getConfig().getOptionalValue(name, String.class));
  }

  @Produces
  @Singleton
  SchemaVersion schemaVersion() {
    return new SchemaVersion(xa);
  }

  @Produces
  @Singleton
  ExecutionStore executionStore(SchedulerConfig config) {
    return new ExecutionStore(xa, config.node());
  }

  @Produces
  @Singleton
  DatabaseLimits databaseLimits(SchedulerConfig config) {
    return new DatabaseLimits(nonXa, config.database(), config.transactions());
  }

  @Produces
  @Singleton
  Executions executions() {
    return new Executions(xa);
  }

  @Produces
  @Singleton
  WorkerReports workerReports(SchedulerConfig config, Quarantine quarantine, Events events) {
    ExecutionConfig limits = config.execution();
    ReportStore store = new ReportStore(xa, config.node(), limits.resultExpiry());
    return new WorkerReports(limits.maxResultBytes(), store, quarantine, transactions, events);
  }

  @Produces
  @Singleton
  ExecutionPruning executionPruning(SchedulerConfig config) {
    ExecutionConfig limits = config.execution();
    return new ExecutionPruning(xa, limits.historyAge(), limits.historyCount());
  }

  @Produces
  @Singleton
  LostRuns lostRuns(SchedulerConfig config, Servers servers) {
    return LostRuns.of(xa, config.node(), servers::allAnswer);
  }

  @Produces
  @Singleton
  RunCancels runCancels(ExecutionStore executions) {
    return new RunCancels(xa, executions);
  }

  @Produces
  @Singleton
  CancelNotices cancelNotices(RunCancels cancels) {
    return new CancelNotices(cancels, new CancelSender(connectionFactory)::send);
  }

  @Produces
  @Singleton
  ScheduleStore scheduleStore(SchedulerConfig config) {
    ScheduleConfig schedules = config.schedule();
    return new ScheduleStore(
        xa, schedules.misfireThreshold(), CatchUpPace.perSecond(schedules.catchUpRate()));
  }

  @Produces
  @Singleton
  SchedulePruning schedulePruning(SchedulerConfig config) {
    return new SchedulePruning(xa, config.schedule().historyAge());
  }

  @Produces
  @Singleton
  HeldRuns heldRuns(ScheduleTransactions transactions) {
    return new HeldRuns(transactions::release);
  }

  @Produces
  @Singleton
  ReleasedRuns releasedRuns() {
    return new ReleasedRuns(xa);
  }

  @Produces
  @Singleton
  MovedRuns movedRuns() {
    return new MovedRuns(xa);
  }

  @Produces
  @Singleton
  CalendarWatch calendarWatch(ScheduleTransactions transactions) {
    return new CalendarWatch(transactions::move);
  }

  @Produces
  @Singleton
  JobStore jobStore(ExecutionStore executions, ScheduleStore schedules) {
    return new JobStore(xa, executions, schedules);
  }

  @Produces
  @Singleton
  DueJobs dueJobs(ExecutionStore executions, ScheduleStore schedules) {
    return new DueJobs(xa, executions, schedules);
  }

  @Produces
  @Singleton
  FailedJobs failedJobs(ExecutionStore executions, ScheduleStore schedules) {
    return new FailedJobs(xa, executions, schedules);
  }

  @Produces
  @Singleton
  EarlyDispatch ahead(SchedulerConfig config) {
    return new EarlyDispatch(config.dispatch().leadTime());
  }

  @Produces
  @Singleton
  Housekeeping housekeeping(ExecutionStore executions, ScheduleStore schedules) {
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

  @Produces
  @Singleton
  Quarantine quarantine(SchedulerConfig config) {
    return new Quarantine(entities, config.node());
  }

  @Produces
  @Singleton
  DeadLetters deadLetters(Quarantine quarantine, ExecutionStore executions, Events events) {
    return new DeadLetters(quarantine, executions, transactions, events);
  }

  @Produces
  @Singleton
  RegistrationParser registrationParser(SchedulerConfig config) {
    return new RegistrationParser(config.registration(), new CalendarStore(xa));
  }

  @Produces
  @Singleton
  Registrar registrar(
      JobStore jobs,
      WorkerQueueStore workerQueues,
      Quarantine quarantine,
      RegistrationParser parser) {
    return new Registrar(jobs, workerQueues, quarantine, parser);
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
  CommitMarker commitMarker(SchedulerConfig config) {
    return CommitMarker.of(config, xa, transactions);
  }

  @Produces
  @Singleton
  InDoubtWatch inDoubtWatch(SchedulerConfig config, Events events) {
    return new InDoubtWatch(xa, connectionFactory, config.node(), events);
  }

  @Produces
  @Singleton
  NonPersistentMessages nonPersistentMessages() {
    return new NonPersistentMessages();
  }

  @Produces
  @Singleton
  Leases leases(SchedulerConfig config, Events events) {
    return new Leases(new LeaseStore(nonXa), config.lease(), Incarnation.of(config.node()), events);
  }
}
