package org.goodtiming.scheduler.benchmarks.raw;

/**
 * How a pipeline is cut.
 *
 * @param batch jobs in one transaction at the most
 * @param threads each with transactions of its own
 */
public record Shape(int batch, int threads) {

  @Override
  public String toString() {
    return "%d x %d".formatted(threads, batch);
  }
}
