package org.goodtiming.scheduler.cli.doctor;

/** What the cure of a finding is. */
public enum Remedy {
  /** A line to copy removes the finding. */
  command,
  /** No command can: a sentence says what to do. */
  advice
}
