package org.goodtiming.scheduler.cli;

/** A command that did not do what it was asked for. The text is for the user. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;

  final ExitStatus status;
  private final String text;

  Failure(ExitStatus status, String text) {
    super(text);
    this.status = status;
    this.text = text;
  }

  String text() {
    return text;
  }
}
