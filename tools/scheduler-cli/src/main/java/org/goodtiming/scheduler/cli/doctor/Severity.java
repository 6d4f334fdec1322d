package org.goodtiming.scheduler.cli.doctor;

/** The severity of a finding. The names are documented and never change. */
public enum Severity {
  /** Jobs can be lost, or are not registered, dispatched or worked on. */
  error,
  /** The installation works, and may fail under load or after a fault. */
  warning,
  /** The doctor could not see everything. */
  note
}
