package org.goodtiming.scheduler.contract;

/** Ends parsing at the first error. */
public final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Refusal refusal;
  private final String reason;

  RefusedException(Refusal refusal, String reason) {
    // No stack trace: many bad messages must stay cheap
    super(refusal.code() + " " + reason, null, false, false);
    this.refusal = refusal;
    this.reason = reason;
  }

  public Refusal refusal() {
    return refusal;
  }

  public String reason() {
    return reason;
  }
}
