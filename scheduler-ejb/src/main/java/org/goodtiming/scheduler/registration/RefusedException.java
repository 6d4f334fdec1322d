package org.goodtiming.scheduler.registration;

/** Ends parsing at the first error. */
final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Refusal refusal;
  private final String reason;

  RefusedException(Refusal refusal, String reason) {
    // No stack trace: many bad messages must stay cheap
    super(refusal.code() + " " + reason, null, false, false);
    this.refusal = refusal;
    this.reason = reason;
  }

  Refusal refusal() {
    return refusal;
  }

  String reason() {
    return reason;
  }
}
