package org.goodtiming.scheduler.execution;

/** A message is no report. */
public final class RefusedReportException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient ReportRefusal refusal;

  RefusedReportException(ReportRefusal refusal, String reason) {
    super(reason);
    this.refusal = refusal;
  }

  /** The stable code of the refusal. */
  public String code() {
    return refusal.code;
  }

  /** The mistake, and the remedy. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
