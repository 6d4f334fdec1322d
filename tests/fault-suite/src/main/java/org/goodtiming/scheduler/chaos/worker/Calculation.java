package org.goodtiming.scheduler.chaos.worker;

import java.time.Duration;
import java.util.stream.LongStream;

/**
 * Work of a known length, whose result shows that every step was done.
 *
 * @param seed the value before the first step
 * @param steps of {@link #STEP} each
 */
public record Calculation(long seed, int steps) {

  public static final Duration STEP = Duration.ofMillis(100);

  /** The reverse of {@link #text}. */
  public static Calculation of(String text) {
    var fields = text.split(" ", 2);
    return new Calculation(Long.parseLong(fields[0]), Integer.parseInt(fields[1]));
  }

  /** The body of a job. */
  public String text() {
    return seed + " " + steps;
  }

  /** The result of a run that did all steps in that attempt. */
  public String result(int attempt) {
    long last = LongStream.iterate(seed, Calculation::next).skip(steps).findFirst().orElseThrow();
    return resultOf(last, attempt);
  }

  static String resultOf(long value, int attempt) {
    return "%d by attempt %d".formatted(value, attempt);
  }

  static long next(long value) {
    return value * 31 + 7;
  }
}
