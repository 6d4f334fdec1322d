package org.goodtiming.scheduler.statistics;

/** The numbers of a queue, or of several, in a time. */
public final class Counts {

  private final long[] numbers = new long[Count.values().length];
  private final Histogram lateness = new Histogram();
  private final Histogram duration = new Histogram();

  public void add(Count count, long number) {
    numbers[count.ordinal()] += number;
  }

  public long get(Count count) {
    return numbers[count.ordinal()];
  }

  /** The lateness of dispatched jobs. */
  public Histogram lateness() {
    return lateness;
  }

  /** The duration of ended runs whose start was reported before. */
  public Histogram duration() {
    return duration;
  }

  Counts plus(Counts other) {
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] += other.numbers[i];
    }
    lateness.add(other.lateness);
    duration.add(other.duration);
    return this;
  }
}
