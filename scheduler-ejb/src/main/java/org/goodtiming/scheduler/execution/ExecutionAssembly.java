package org.goodtiming.scheduler.execution;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.broker.BrokerAddresses;
import org.goodtiming.scheduler.broker.BrokerManagement;
import org.goodtiming.scheduler.config.work.ExecutionConfig;
import org.goodtiming.scheduler.config.work.WorkConfig;
import org.goodtiming.scheduler.intake.Intake;
import org.goodtiming.scheduler.intake.IntakeServer;
import org.goodtiming.scheduler.job.JobTracing;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.telemetry.Events;

/** Builds the stores of executions, and their leader tasks. */
@ApplicationScoped
class ExecutionAssembly {

  @Resource(lookup = "jdbc/scheduler")
  private DataSource xa;

  @Produces
  @Singleton
  RunRetries runRetries(WorkConfig config) {
    return RunRetries.of(xa, config.node());
  }

  @Produces
  @Singleton
  WorkerReports workerReports(
      WorkConfig config,
      Quarantine quarantine,
      TransactionSynchronizationRegistry transactions,
      Events events,
      Servers servers,
      JobTracing traces) {
    ExecutionConfig limits = config.execution();
    ReportStore store = new ReportStore(xa, config.node(), limits.resultExpiry());
    TracedReports parser = new TracedReports(new ReportParser(limits.maxResultBytes()), traces);
    return new WorkerReports(
        parser::parse, store, quarantine, transactions, events, servers::allAnswer);
  }

  @Produces
  @Singleton
  @Named(WireContract.REPORT_QUEUE)
  Intake intake(IntakeServer server, WorkerReports reports) {
    return new Intake(
        server,
        WireContract.REPORT_QUEUE,
        reports.batches(),
        Intake.Store.silent(reports::take),
        "SCHED-0808 cannot read a report; it will be redelivered");
  }

  @Produces
  @Singleton
  LostRuns lostRuns(WorkConfig config, Servers servers, Events events) {
    return LostRuns.of(xa, config.node(), servers::allAnswer, events);
  }

  @Produces
  @Singleton
  RunLimits runLimits(
      NewTransaction transaction,
      OverdueRuns runs,
      RunMessages messages,
      CancelSender cancels,
      Servers servers,
      Events events) {
    return new RunLimits(transaction, runs, messages, cancels::send, servers::allAnswer, events);
  }

  @Produces
  @Singleton
  AcknowledgementWatch acknowledgementWatch(
      WorkConfig config, BrokerManagement management, Events events) {
    BrokerAddresses broker = new BrokerAddresses(management);
    return new AcknowledgementWatch(
        new AcknowledgedRuns(xa, config.node()), new SettledQueues(broker)::isSettled, events);
  }

  @Produces
  @Singleton
  CancelNotices cancelNotices(RunCancels cancels, CancelSender sender) {
    return new CancelNotices(cancels, sender::send);
  }

  @Produces
  @Singleton
  RunRecalls runRecalls(NewTransaction transaction, RunCancels cancels, RunMessages messages) {
    return new RunRecalls(
        cancels,
        (fireId, queue) ->
            transaction.run(() -> cancels.recall(fireId, () -> messages.remove(fireId, queue))));
  }
}
