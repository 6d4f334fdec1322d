package org.goodtiming.scheduler.benchmarks.scenario;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The measurement in the middle of several. */
final class Median {

  private Median() {}

  /**
   * The median; the upper one of an even number.
   *
   * @param by what orders them
   */
  static <T> T of(List<T> measurements, ToDoubleFunction<T> by) {
    return measurements.stream()
        .sorted(Comparator.comparingDouble(by))
        .toList()
        .get(measurements.size() / 2);
  }
}
