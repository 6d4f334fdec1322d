package org.goodtiming.scheduler.benchmarks.booking;

import static java.time.temporal.ChronoUnit.MICROS;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;

/**
 * The sums of bookings.
 *
 * @param arrived how many jobs, each counted once
 * @param twice how many of them arrived more than once
 * @param last when the last arrival was, a repeated one included: the one before may have been cut
 *     off; the epoch if there was none
 */
public record Tally(int arrived, int twice, Instant last) {

  private static final int TIME = BookingHandler.NUMBER_CHARS + 1;

  static Tally of(List<String> lines) {
    var arrived = new HashSet<String>();
    var twice = new HashSet<String>();
    long last = 0;
    for (var line : lines) {
      var number = line.substring(0, BookingHandler.NUMBER_CHARS);
      if (!arrived.add(number)) {
        twice.add(number);
      }
      last = Math.max(last, Long.parseLong(line.substring(TIME, TIME + BookingHandler.TIME_CHARS)));
    }
    return new Tally(arrived.size(), twice.size(), Instant.EPOCH.plus(last, MICROS));
  }
}
