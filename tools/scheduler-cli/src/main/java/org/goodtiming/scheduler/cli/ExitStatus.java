package org.goodtiming.scheduler.cli;

/** The exit status for scripts. The numbers are documented and never change. */
enum ExitStatus {
  DONE(0, "done"),
  FAILED(1, "refused"),
  USAGE(2, "the command is wrong, or something to connect with is missing"),
  NOT_FOUND(3, "not found"),
  FORBIDDEN(4, "the login is wrong, or lacks the right"),
  CONFLICT(5, "a conflict"),
  UNAVAILABLE(6, "the node does not answer, or asks to try again later"),
  UNHEALTHY(7, "the doctor found an error"),
  /** The status of a process that the signal SIGPIPE has ended. */
  READER_GONE(141, "the reader of standard output has gone");

  final int number;
  final String meaning;

  ExitStatus(int number, String meaning) {
    this.number = number;
    this.meaning = meaning;
  }

  static ExitStatus ofAnswer(int httpStatus) {
    return switch (httpStatus) {
      case 401, 403 -> FORBIDDEN;
      case 404, 410 -> NOT_FOUND;
      case 409, 412 -> CONFLICT;
      case 429 -> UNAVAILABLE;
      default -> httpStatus >= 500 ? UNAVAILABLE : FAILED;
    };
  }
}
