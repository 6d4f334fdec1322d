package org.goodtiming.scheduler.benchmarks.scenario;

import java.util.Locale;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;

/** Figures in words, the same everywhere. */
final class Texts {
  private static final double MEBI = 1 << 20;

  private Texts() {}

  static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  static String count(double figure) {
    return format("%,.0f", figure);
  }

  static String mebibytes(double bytes) {
    return format("%,.1f", bytes / MEBI);
  }

  static String lateness(Lateness lateness) {
    return format(
        "%,.1f / %,.1f / %,.1f / %,.1f",
        lateness.p50(), lateness.p95(), lateness.p99(), lateness.max());
  }

  /** How a figure relates to that of the first row. */
  static String ratio(double figure, double first) {
    return first == 0 ? "" : format("%.2f", figure / first);
  }
}
