package org.goodtiming.scheduler.benchmarks;

/** Processor time in microseconds a job: the figure that holds on a busy machine. */
record CpuPerJob(double payara, double artemis, double postgres) {

  @Override
  public String toString() {
    return "%.0f (Payara %.0f, Artemis %.0f, PostgreSQL %.0f)"
        .formatted(payara + artemis + postgres, payara, artemis, postgres);
  }
}
