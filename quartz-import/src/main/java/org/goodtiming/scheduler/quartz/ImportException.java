package org.goodtiming.scheduler.quartz;

/** Why a trigger is not imported, in words for an operator. */
final class ImportException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ImportException(String reason) {
    super(reason);
  }
}
