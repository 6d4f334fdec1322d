package org.goodtiming.scheduler.cli;

import java.io.IOException;
import org.goodtiming.scheduler.install.IoFailure;

/** A command that did not do what it was asked for. The text is for the user. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;

  final ExitStatus status;

  /** HTTP status of the answer; 0 if it is not an answer that failed. */
  final int httpStatus;

  private final String text;

  Failure(ExitStatus status, String text) {
    this(status, 0, text);
  }

  private Failure(ExitStatus status, int httpStatus, String text) {
    super(text);
    this.status = status;
    this.httpStatus = httpStatus;
    this.text = text;
  }

  /** The answer of a node. */
  static Failure ofAnswer(int httpStatus, String text) {
    return new Failure(ExitStatus.ofAnswer(httpStatus), httpStatus, text);
  }

  /**
   * The answer of something that is no node of this version.
   *
   * @param httpStatus 0 if it is no node at all
   */
  static Failure foreign(int httpStatus, String text) {
    return new Failure(ExitStatus.UNAVAILABLE, httpStatus, text);
  }

  /** A file that the user has named. */
  static Failure unreadable(Object file, IOException reason) {
    return new Failure(
        ExitStatus.USAGE, "%s cannot be read: %s".formatted(file, IoFailure.reason(reason)));
  }

  String text() {
    return text;
  }
}
