package org.goodtiming.scheduler.cli.doctor;

/** The kind of the cure of a finding. */
public enum Remedy {
  /** A line to copy removes the finding. */
  command,
  /** No command removes the finding; a sentence gives the instruction. */
  advice
}
