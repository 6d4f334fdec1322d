package org.goodtiming.scheduler.benchmarks.report;

/** The measures that all contenders are asked for. */
public enum Measure {
  REGISTER("Registration, one durable transaction per job, 8 clients"),
  REGISTER_BULK("Registration in bulk"),
  DRAIN("Due jobs to a handler that does nothing"),
  RECURRING("Daily jobs due at once, next runs stored"),
  LATENESS("Lateness at 100 jobs per second");

  private final String title;

  Measure(String title) {
    this.title = title;
  }

  /** The title for people. */
  public String title() {
    return title;
  }
}
