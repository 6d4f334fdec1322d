package org.goodtiming.scheduler.benchmarks.recurrence;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.text.ParseException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Measures how much CPU time the next time after an instant takes. */
final class CpuMeter {
  private static final int WARM_UP = 3;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final int rounds;
  private final List<Instant> instants;

  /** Keeps the results alive. */
  private long sum;

  CpuMeter(int rounds, List<Instant> instants) {
    this.rounds = rounds;
    this.instants = instants;
  }

  /** Prepares a function from an instant to the next time after it, before each round. */
  interface Subject {
    UnaryOperator<Instant> prepare() throws ParseException;
  }

  /** The median nanoseconds of one computation of each, measured in turn in each round. */
  double[] nanoseconds(List<Subject> subjects) throws ParseException {
    double[][] figures = new double[subjects.size()][rounds];
    for (int round = -WARM_UP; round < rounds; round++) {
      for (int i = 0; i < subjects.size(); i++) {
        double nanoseconds = round(subjects.get(i).prepare());
        if (round >= 0) {
          figures[i][round] = nanoseconds;
        }
      }
    }
    return Arrays.stream(figures).mapToDouble(CpuMeter::median).toArray();
  }

  private double round(UnaryOperator<Instant> next) {
    long start = threads.getCurrentThreadCpuTime();
    for (Instant instant : instants) {
      sum += next.apply(instant).getEpochSecond();
    }
    return (double) (threads.getCurrentThreadCpuTime() - start) / instants.size();
  }

  private static double median(double[] figures) {
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  long checksum() {
    return sum;
  }
}
