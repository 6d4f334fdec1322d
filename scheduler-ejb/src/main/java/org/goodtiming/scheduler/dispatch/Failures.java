package org.goodtiming.scheduler.dispatch;

/** What a failed hand-off says for itself. */
final class Failures {

  private Failures() {}

  /** The innermost cause, which names the culprit where the container's wrappers do not. */
  static String text(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    String text = cause.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    return text.replace('\0', ' ');
  }
}
