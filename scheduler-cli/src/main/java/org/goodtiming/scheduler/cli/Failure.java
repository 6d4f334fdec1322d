package org.goodtiming.scheduler.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

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

  /** A file that the user has named. */
  static Failure unreadable(Object file, IOException reason) {
    String text =
        reason instanceof NoSuchFileException
            ? "it does not exist"
            : reason instanceof AccessDeniedException
                ? "you have no permission"
                : reason.toString();
    return new Failure(ExitStatus.USAGE, "%s cannot be read: %s".formatted(file, text));
  }

  String text() {
    return text;
  }
}
