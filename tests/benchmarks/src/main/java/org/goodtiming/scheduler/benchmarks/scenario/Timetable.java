package org.goodtiming.scheduler.benchmarks.scenario;

import static java.time.temporal.ChronoUnit.MILLIS;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.benchmarks.Job;

/**
 * Jobs that are placed at an even pace, each due after the same delay.
 *
 * @param start when the first is placed
 * @param span from the first to the end of the last one's share of the time
 * @param delay from when a job is to be placed until it is due
 */
record Timetable(Instant start, Duration span, int jobs, Duration delay) {

  static Timetable perSecond(Instant start, int perSecond, int jobs, Duration delay) {
    return new Timetable(start, Duration.ofMillis(1000L * jobs / perSecond), jobs, delay);
  }

  /** When a job is to be placed, however late those before it were. */
  Instant placed(int number) {
    return start.plusNanos(Math.round((double) span.toNanos() * number / jobs));
  }

  /** By their numbers; due times are in whole milliseconds, as the contract has them. */
  List<Job> all() {
    return IntStream.range(0, jobs)
        .mapToObj(number -> new Job(number, placed(number).plus(delay).truncatedTo(MILLIS)))
        .toList();
  }
}
