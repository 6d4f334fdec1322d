package org.goodtiming.scheduler.execution;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.NodeName;
import org.goodtiming.scheduler.intake.Intake;
import org.goodtiming.scheduler.intake.IntakeServer;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.server.Servers;
import org.goodtiming.scheduler.telemetry.Events;

/** Builds the objects that call methods of other beans. */
@ApplicationScoped
class ExecutionAssembly {

  @Produces
  @Singleton
  WorkerReports workerReports(
      ReportStore store,
      TracedReports parser,
      Quarantine quarantine,
      TransactionSynchronizationRegistry transactions,
      Events events,
      Servers servers) {
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
  LostRuns lostRuns(DataSource xa, @NodeName String node, Servers servers, Events events) {
    return LostRuns.of(xa, node, servers::allAnswer, events);
  }
}
