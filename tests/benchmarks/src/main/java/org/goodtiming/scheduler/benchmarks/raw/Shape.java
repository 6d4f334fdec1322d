package org.goodtiming.scheduler.benchmarks.raw;

/**
 * The shape of a pipeline.
 *
 * @param batch maximum number of jobs in a transaction
 * @param threads number of threads, each with separate transactions
 */
public record Shape(int batch, int threads) {

  @Override
  public String toString() {
    return "%d x %d".formatted(threads, batch);
  }
}
