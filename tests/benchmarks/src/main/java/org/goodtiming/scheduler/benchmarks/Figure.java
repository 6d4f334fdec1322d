package org.goodtiming.scheduler.benchmarks;

/**
 * One measurement.
 *
 * @param jobs how many
 * @param seconds from the start until the last of them was committed
 * @param cpu of the processes meanwhile
 */
public record Figure(long jobs, double seconds, CpuPerJob cpu) {

  /** Jobs a second. */
  public double jobsPerSecond() {
    return jobs / seconds;
  }
}
