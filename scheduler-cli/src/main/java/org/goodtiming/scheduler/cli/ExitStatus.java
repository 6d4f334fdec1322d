package org.goodtiming.scheduler.cli;

/** What the exit status says to a script. The numbers are documented, and never change. */
enum ExitStatus {
  DONE(0),
  FAILED(1),
  USAGE(2),
  NOT_FOUND(3),
  FORBIDDEN(4),
  CONFLICT(5),
  UNAVAILABLE(6),
  UNHEALTHY(7),
  /** As a process ends that the signal SIGPIPE has ended. */
  READER_GONE(141);

  final int number;

  ExitStatus(int number) {
    this.number = number;
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
