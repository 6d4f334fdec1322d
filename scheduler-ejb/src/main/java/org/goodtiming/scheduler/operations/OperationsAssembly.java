package org.goodtiming.scheduler.operations;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.encryption.PayloadCipher;
import org.goodtiming.scheduler.execution.RerunStore;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.lease.Leases;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.audit.AuditQueries;
import org.goodtiming.scheduler.operations.batch.BatchChanges;
import org.goodtiming.scheduler.operations.batch.BatchQueries;
import org.goodtiming.scheduler.operations.batch.BatchTask;
import org.goodtiming.scheduler.operations.batch.BatchTransactions;
import org.goodtiming.scheduler.operations.batch.BatchVerbs;
import org.goodtiming.scheduler.operations.cluster.DutyChanges;
import org.goodtiming.scheduler.operations.cluster.EncryptionKeyCheck;
import org.goodtiming.scheduler.operations.cluster.InDoubtChanges;
import org.goodtiming.scheduler.operations.cluster.LeaseChanges;
import org.goodtiming.scheduler.operations.cluster.LeaseQueries;
import org.goodtiming.scheduler.operations.cluster.NodePresence;
import org.goodtiming.scheduler.operations.execution.ExecutionQueries;
import org.goodtiming.scheduler.operations.execution.Reruns;
import org.goodtiming.scheduler.operations.explanation.ExplanationQueries;
import org.goodtiming.scheduler.operations.idempotency.IdempotencyKeys;
import org.goodtiming.scheduler.operations.idempotency.RestPruning;
import org.goodtiming.scheduler.operations.job.JobActions;
import org.goodtiming.scheduler.operations.job.JobCancels;
import org.goodtiming.scheduler.operations.job.JobChanges;
import org.goodtiming.scheduler.operations.job.JobHolds;
import org.goodtiming.scheduler.operations.job.JobQueries;
import org.goodtiming.scheduler.operations.job.JobSettingChanges;
import org.goodtiming.scheduler.operations.overview.OverviewQueries;
import org.goodtiming.scheduler.operations.overview.SearchQueries;
import org.goodtiming.scheduler.operations.overview.StatisticQueries;
import org.goodtiming.scheduler.operations.pause.DispatchPauses;
import org.goodtiming.scheduler.operations.pause.EndedPauses;
import org.goodtiming.scheduler.operations.pause.PauseQueries;
import org.goodtiming.scheduler.operations.quarantine.QuarantineChanges;
import org.goodtiming.scheduler.operations.quarantine.QuarantineMending;
import org.goodtiming.scheduler.operations.quarantine.QuarantinePruning;
import org.goodtiming.scheduler.operations.quarantine.QuarantineQueries;
import org.goodtiming.scheduler.operations.queue.WorkerQueueChanges;
import org.goodtiming.scheduler.operations.queue.WorkerQueueQueries;
import org.goodtiming.scheduler.operations.schedule.CalendarChanges;
import org.goodtiming.scheduler.operations.schedule.CalendarQueries;
import org.goodtiming.scheduler.operations.schedule.DefinitionChanges;
import org.goodtiming.scheduler.operations.schedule.DefinitionQueries;
import org.goodtiming.scheduler.operations.schedule.ScheduleChanges;
import org.goodtiming.scheduler.operations.schedule.ScheduleQueries;
import org.goodtiming.scheduler.operations.user.ApiSessions;
import org.goodtiming.scheduler.operations.user.ApiUsers;
import org.goodtiming.scheduler.operations.user.GrantChanges;
import org.goodtiming.scheduler.operations.user.GrantQueries;
import org.goodtiming.scheduler.operations.user.SessionChanges;
import org.goodtiming.scheduler.operations.user.UserChanges;
import org.goodtiming.scheduler.operations.webhook.WebhookChanges;
import org.goodtiming.scheduler.operations.webhook.WebhookQueries;
import org.goodtiming.scheduler.recovery.OperatorResolution;
import org.goodtiming.scheduler.registration.DefinitionReader;
import org.goodtiming.scheduler.registration.DirectRegistrations;
import org.goodtiming.scheduler.telemetry.Events;
import org.goodtiming.scheduler.telemetry.Metrics;
import org.goodtiming.scheduler.telemetry.Servers;

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
  WorkerQueueQueries workerQueueQueries() {
    return new WorkerQueueQueries(readers);
  }

  @Produces
  @Singleton
  LeaseQueries leaseQueries() {
    return new LeaseQueries(readers);
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
  EncryptionKeyCheck encryptionKeyCheck(Events events) {
    return new EncryptionKeyCheck(xa, events);
  }

  @Produces
  @Singleton
  OverviewQueries overviewQueries() {
    return new OverviewQueries(readers);
  }

  @Produces
  @Singleton
  StatisticQueries statisticQueries() {
    return new StatisticQueries(readers);
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
  ExplanationQueries explanationQueries() {
    return new ExplanationQueries(readers);
  }

  @Produces
  @Singleton
  SearchQueries searchQueries() {
    return new SearchQueries(readers);
  }

  @Produces
  @Singleton
  WorkerQueueChanges workerQueueChanges(Audit audit) {
    return new WorkerQueueChanges(xa, audit);
  }

  @Produces
  @Singleton
  LeaseChanges leaseChanges(Leases leases, Audit audit) {
    return new LeaseChanges(xa, leases, audit);
  }

  @Produces
  @Singleton
  DutyChanges dutyChanges(Audit audit) {
    return new DutyChanges(xa, audit);
  }

  @Produces
  @Singleton
  JobChanges jobChanges(Audit audit) {
    return new JobChanges(xa, audit);
  }

  @Produces
  @Singleton
  JobSettingChanges jobSettingChanges(Audit audit) {
    return new JobSettingChanges(xa, audit);
  }

  @Produces
  @Singleton
  JobHolds jobHolds(Audit audit) {
    return new JobHolds(xa, audit);
  }

  @Produces
  @Singleton
  InDoubtChanges inDoubtChanges(OperatorResolution resolution, Audit audit) {
    return new InDoubtChanges(resolution, audit);
  }

  @Produces
  @Singleton
  @Typed(CalendarQueries.class) // Package registration is given the calendars of its transaction
  CalendarQueries calendarQueries() {
    return new CalendarQueries(readers);
  }

  @Produces
  @Singleton
  CalendarChanges calendarChanges(Audit audit) {
    return new CalendarChanges(xa, audit);
  }

  @Produces
  @Singleton
  DefinitionQueries definitionQueries(SchedulerConfig config) {
    return new DefinitionQueries(readers, config.registration().redaction());
  }

  @Produces
  @Singleton
  DefinitionChanges definitionChanges(DefinitionReader reader, Audit audit) {
    return new DefinitionChanges(xa, reader, audit);
  }

  @Produces
  @Singleton
  ScheduleChanges scheduleChanges(Audit audit) {
    return new ScheduleChanges(xa, audit);
  }

  @Produces
  @Singleton
  JobCancels jobCancels(
      DirectRegistrations registrations, JobChanges jobs, Audit audit, Events events) {
    return new JobCancels(registrations, jobs, audit, events, transactions);
  }

  @Produces
  @Singleton
  BatchQueries batchQueries(JobQueries jobs, QuarantineQueries quarantine) {
    return new BatchQueries(readers, jobs, quarantine);
  }

  @Produces
  @Singleton
  BatchChanges batchChanges(Audit audit) {
    return new BatchChanges(xa, audit);
  }

  @Produces
  @Singleton
  IdempotencyKeys idempotencyKeys() {
    return new IdempotencyKeys(xa);
  }

  @Produces
  @Singleton
  QuarantinePruning quarantinePruning(SchedulerConfig config, Events events) {
    return new QuarantinePruning(xa, config.quarantine(), events);
  }

  @Produces
  @Singleton
  DispatchPauses dispatchPauses(Audit audit) {
    return new DispatchPauses(xa, audit);
  }

  @Produces
  @Singleton
  PauseQueries pauseQueries() {
    return new PauseQueries(readers);
  }

  @Produces
  @Singleton
  EndedPauses endedPauses(SchedulerConfig config) {
    return new EndedPauses(xa, config.node());
  }

  @Produces
  @Singleton
  RestPruning restPruning(SchedulerConfig config) {
    return new RestPruning(xa, config.rest());
  }

  @Produces
  @Singleton
  BatchVerbs batchVerbs(
      JobActions jobs, QuarantineChanges quarantine, Reruns reruns, DueSignal dueSignal) {
    return new BatchVerbs(jobs, quarantine, reruns, dueSignal);
  }

  @Produces
  @Singleton
  JobActions jobActions(JobChanges changes, JobHolds holds, JobCancels cancels) {
    return new JobActions(changes, holds, cancels);
  }

  @Produces
  @Singleton
  RerunStore rerunStore(SchedulerConfig config) {
    return new RerunStore(xa, config.node());
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
  ExecutionQueries executionQueries() {
    return new ExecutionQueries(readers);
  }

  @Produces
  @Singleton
  AuditQueries auditQueries() {
    return new AuditQueries(readers);
  }

  @Produces
  @Singleton
  BatchTask batchTask(BatchQueries queries, BatchTransactions steps, Servers servers) {
    return new BatchTask(queries, steps, servers::explain);
  }

  @Produces
  @Singleton
  QuarantineChanges quarantineChanges(Audit audit) {
    return new QuarantineChanges(xa, audit);
  }

  @Produces
  @Singleton
  QuarantineMending quarantineMending(Audit audit, PayloadCipher cipher) {
    return new QuarantineMending(xa, audit, cipher);
  }

  @Produces
  @Singleton
  EditedRows editedRows() {
    return new EditedRows(xa);
  }

  @Produces
  @Singleton
  UserChanges userChanges(Audit audit) {
    return new UserChanges(xa, audit);
  }

  @Produces
  @Singleton
  ApiUsers apiUsers() {
    return new ApiUsers(xa);
  }

  @Produces
  @Singleton
  ApiSessions apiSessions(SchedulerConfig config) {
    return new ApiSessions(xa, config.rest().sessions());
  }

  @Produces
  @Singleton
  SessionChanges sessionChanges(Audit audit) {
    return new SessionChanges(xa, audit);
  }

  @Produces
  @Singleton
  WebhookQueries webhookQueries() {
    return new WebhookQueries(xa);
  }

  @Produces
  @Singleton
  WebhookChanges webhookChanges(Audit audit) {
    return new WebhookChanges(xa, audit);
  }

  @Produces
  @Singleton
  GrantQueries grantQueries() {
    return new GrantQueries(readers);
  }

  @Produces
  @Singleton
  GrantChanges grantChanges(Audit audit) {
    return new GrantChanges(xa, audit);
  }

  @Produces
  @Singleton
  Audit audit(SchedulerConfig config) {
    return new Audit(xa, config.node());
  }
}
