package org.goodtiming.scheduler.quartz;

/** The reason why a trigger is not imported, for operators. */
final class ImportException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ImportException(String reason) {
    super(reason);
  }

  /** Quartz's message about a row, or the name of the exception if there is none. */
  static ImportException unreadable(Throwable e) {
    return new ImportException(
        "Quartz cannot read it: " + (e.getMessage() == null ? e : e.getMessage()));
  }
}
