package org.goodtiming.scheduler.telemetry;

/** Failures in one line. */
public final class Failures {

  private Failures() {}

  /** The innermost cause, which the container's wrappers hide. */
  public static String text(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    String text = cause.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    return text.replace('\0', ' ').replaceAll("\\s*\\R\\s*", " ");
  }
}
