package org.goodtiming.scheduler.execution;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.JobTracing;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.jspecify.annotations.Nullable;

/** Reads reports, with a span for each. */
@Singleton
record TracedReports(ReportParser parser, JobTracing traces) {

  @Inject
  TracedReports {}

  /**
   * @throws RefusedReportException if it is not a valid report
   */
  Report parse(ReceivedMessage message) {
    Report report = parser.parse(message);
    traces.reported(report.fireId(), report.event().wireName(), traceparent(message));
    return report;
  }

  private static @Nullable String traceparent(ReceivedMessage message) {
    return message.properties().get(WireContract.TRACEPARENT) instanceof String text ? text : null;
  }
}
