package org.goodtiming.scheduler.contract;

import java.util.stream.Stream;
import org.goodtiming.scheduler.sql.StoreException;

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

  /**
   * Why one message or line is refused. Thrown again, an unexpected exception would return with
   * each redelivery, and refuse the other lines of a message.
   *
   * @throws StoreException if the database has failed, which is no fault of the message
   */
  static RefusedException of(Throwable failure) {
    if (failure instanceof StoreException database) {
      throw database;
    }
    return failure instanceof RefusedException refused
        ? refused
        : Refusal.NOT_READ.because(failure, place(failure));
  }

  private static String place(Throwable failure) {
    return Stream.of(failure.getStackTrace())
        .findFirst()
        .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
        .orElse("without a trace");
  }

  public Refusal refusal() {
    return refusal;
  }

  public String reason() {
    return reason;
  }

  Mistake mistake() {
    return new Mistake(refusal.code(), reason);
  }
}
