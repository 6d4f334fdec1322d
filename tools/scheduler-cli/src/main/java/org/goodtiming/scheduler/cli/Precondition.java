package org.goodtiming.scheduler.cli;

/** The condition of a change: a header of the request, with the value *. */
enum Precondition {
  ABSENT("If-None-Match", ExitStatus.CONFLICT),
  EXISTS("If-Match", ExitStatus.NOT_FOUND);

  final String header;
  private final ExitStatus status;

  Precondition(String header, ExitStatus status) {
    this.header = header;
    this.status = status;
  }

  /** The refusal of the node, with a text of the command line if this condition is its reason. */
  Failure explain(Failure refusal, String text) {
    return refusal.httpStatus == 412 ? new Failure(status, text) : refusal;
  }
}
