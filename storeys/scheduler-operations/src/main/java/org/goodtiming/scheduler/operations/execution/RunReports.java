package org.goodtiming.scheduler.operations.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.goodtiming.scheduler.execution.Report;
import org.goodtiming.scheduler.execution.ReportParser;
import org.goodtiming.scheduler.execution.WorkerReports;
import org.goodtiming.scheduler.sql.NewTransaction;

/** Takes reports of workers that have no connection to the broker. */
@Singleton
public record RunReports(NewTransaction transaction, ReportParser parser, WorkerReports reports) {

  @Inject
  public RunReports {}

  /**
   * Stores a report in a transaction of its own. Its token proves that its sender has got the job.
   *
   * @param json as a worker sends it to the queue of reports
   * @return false if it changes nothing, because it is late, repeated, or of another attempt
   * @throws org.goodtiming.scheduler.execution.RefusedReportException if it is not a valid report
   */
  public boolean take(String json) {
    Report report = parser.parse(json);
    return transaction.call(() -> reports.take(report, Duration.ZERO, Duration.ZERO));
  }
}
