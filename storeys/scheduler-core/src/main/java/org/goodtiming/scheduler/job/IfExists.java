package org.goodtiming.scheduler.job;

/** The meaning of a registration when a job already waits under its key. */
public enum IfExists {
  REPLACE,
  /** Replaces the waiting job, but an unchanged schedule continues. */
  UPDATE,
  KEEP,
  REJECT;

  /** Whether the job that waits may go. */
  public boolean replaces() {
    return this == REPLACE || this == UPDATE;
  }
}
