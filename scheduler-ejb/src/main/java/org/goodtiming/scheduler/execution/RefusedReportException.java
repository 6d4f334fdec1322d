package org.goodtiming.scheduler.execution;

/** A message is no report. */
final class RefusedReportException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient ReportRefusal refusal;

  RefusedReportException(ReportRefusal refusal, String reason) {
    super(reason);
    this.refusal = refusal;
  }

  String code() {
    return refusal.code;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
