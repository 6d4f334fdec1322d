package org.goodtiming.scheduler.chaos;

/** A worker fails at a message: its transaction is rolled back. */
final class FailedWorkException extends Exception {

  private static final long serialVersionUID = 1;
}
