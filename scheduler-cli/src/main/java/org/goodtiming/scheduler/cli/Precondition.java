package org.goodtiming.scheduler.cli;

/**
 * What must be so for a change.
 *
 * @param header of the request; its value is *
 * @param status if it is not so
 * @param text of the failure
 */
record Precondition(String header, ExitStatus status, String text) {
  static final Kind ABSENT = new Kind("If-None-Match", ExitStatus.CONFLICT);
  static final Kind EXISTS = new Kind("If-Match", ExitStatus.NOT_FOUND);

  /** One of the two that there are. */
  record Kind(String header, ExitStatus status) {
    Precondition orElse(String text, String name) {
      return new Precondition(header, status, text.formatted(Output.plain(name)));
    }
  }

  /** The refusal of the node in the words of the command line. */
  Failure of(Failure refusal) {
    return refusal.httpStatus == 412 ? new Failure(status, text) : refusal;
  }
}
