package org.goodtiming.scheduler.benchmarks.report;

import java.util.Collection;

/** Median and extremes of the rounds. */
public record Statistics(double median, double min, double max) {

  /**
   * The statistics of at least one figure.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Statistics of(Collection<Double> figures) {
    if (figures.isEmpty()) {
      throw new IllegalArgumentException("there are no figures");
    }
    var sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Statistics(median, sorted[0], sorted[sorted.length - 1]);
  }

  /**
   * The smallest figure that the given share of all does not exceed; 0 of none.
   *
   * @param sorted in ascending order
   * @param share above 0, at most 1
   */
  static long quantile(long[] sorted, double share) {
    if (sorted.length == 0) {
      return 0;
    }
    return sorted[(int) Math.ceil(share * sorted.length) - 1];
  }
}
