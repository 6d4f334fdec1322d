package org.goodtiming.scheduler.benchmarks.report;

/** One measurement of one contender. */
public record Sample(Trial trial, Outcome outcome, Cpu cpu, Lateness lateness) {

  /** Whether it was taken after the warm-up. */
  boolean counts() {
    return trial.round() > 0;
  }

  /**
   * The request to a contender.
   *
   * @param contender its short name
   * @param waiting number of further jobs that were not due
   * @param round from 1; below, to warm up
   */
  public record Trial(String contender, Measure measure, int waiting, int round) {}

  /**
   * What became of it.
   *
   * @param jobs that were asked for
   * @param done of these, in the time that was given
   * @param twice how many reached the handler more than once
   * @param early how many reached it before their due time
   * @param seconds from the first to the last of them
   */
  public record Outcome(int jobs, int done, int twice, int early, double seconds) {

    /** Jobs a second; 0 where none was done. */
    public double rate() {
      return done == 0 ? 0 : done / seconds;
    }
  }

  /**
   * Processor time in microseconds a job, each with all child processes.
   *
   * @param own of the contender's own JVM
   * @param node of the Payara node
   */
  public record Cpu(double own, double database, double broker, double node) {

    /** The time of all processes. */
    public double total() {
      return own + database + broker + node;
    }
  }

  /** From the due time to the handler's first line, in milliseconds; below zero: early. */
  public record Lateness(double min, double p50, double p95, double p99, double max) {
    /** Where it was not measured. */
    public static final Lateness NONE = new Lateness(0, 0, 0, 0, 0);

    /** Creates the lateness from microseconds in ascending order. */
    public static Lateness of(long[] sortedMicros) {
      return new Lateness(
          sortedMicros.length == 0 ? 0 : sortedMicros[0] / 1000.0,
          millis(sortedMicros, 0.5),
          millis(sortedMicros, 0.95),
          millis(sortedMicros, 0.99),
          millis(sortedMicros, 1));
    }

    private static double millis(long[] sortedMicros, double share) {
      return Statistics.quantile(sortedMicros, share) / 1000.0;
    }
  }
}
