package org.goodtiming.scheduler.benchmarks.report;

import org.goodtiming.scheduler.benchmarks.report.Sample.Cpu;
import org.goodtiming.scheduler.benchmarks.report.Sample.Lateness;
import org.goodtiming.scheduler.benchmarks.report.Sample.Outcome;
import org.goodtiming.scheduler.benchmarks.report.Sample.Trial;

/** Samples as a run would bring them. */
final class Samples {
  private Samples() {}

  static Sample drained(String contender, int round, double rate) {
    return new Sample(
        new Trial(contender, Measure.DRAIN, 0, round),
        new Outcome(1000, 1000, 0, 0, 1000 / rate),
        new Cpu(100, 50, 0, 0),
        Lateness.NONE);
  }

  static Sample late(String contender, int early, double p99) {
    return new Sample(
        new Trial(contender, Measure.LATENESS, 20_000, 1),
        new Outcome(500, 490, 3, early, 5),
        new Cpu(1, 2, 3, 4),
        new Lateness(early > 0 ? -1.25 : 0.5, 1, 2, p99, p99 + 1));
  }
}
