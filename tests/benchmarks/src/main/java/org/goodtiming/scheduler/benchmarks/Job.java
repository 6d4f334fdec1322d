package org.goodtiming.scheduler.benchmarks;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** A job for a contender; numbers begin at 0 in each round. */
public record Job(int number, Instant due) {
  private static final int PAYLOAD_BYTES = 100;
  private static final int DIGITS = 10;
  private static final String ZEROS = "0".repeat(PAYLOAD_BYTES);

  /** A hundred bytes, the last of them its number. */
  public String payload() {
    var digits = Integer.toString(number);
    return ZEROS.substring(digits.length()) + digits;
  }

  static int numberOf(String payload) {
    return Integer.parseInt(payload, PAYLOAD_BYTES - DIGITS, PAYLOAD_BYTES, 10);
  }

  public static List<Job> allDue(int jobs, Instant due) {
    return IntStream.range(0, jobs).mapToObj(number -> new Job(number, due)).toList();
  }
}
