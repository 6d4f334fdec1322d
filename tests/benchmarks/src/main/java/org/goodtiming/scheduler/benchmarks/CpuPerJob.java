package org.goodtiming.scheduler.benchmarks;

/**
 * Processor time in microseconds a job: the figure that holds on a busy machine.
 *
 * @param application which process works between broker and database
 */
public record CpuPerJob(String application, double ofApplication, double artemis, double postgres) {

  /** The time of all processes. */
  public double total() {
    return ofApplication + artemis + postgres;
  }

  @Override
  public String toString() {
    return "%.0f (%s %.0f, Artemis %.0f, PostgreSQL %.0f)"
        .formatted(total(), application, ofApplication, artemis, postgres);
  }
}
