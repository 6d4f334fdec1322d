package org.goodtiming.scheduler.job;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;

/** The durations from the shortest to the longest, both included. */
public record DurationRange(Duration shortest, Duration longest) {

  /** The range from more than zero to the longest duration. */
  public static DurationRange upTo(Duration longest) {
    return new DurationRange(Duration.ofNanos(1), longest);
  }

  /** Reads ISO 8601, of days and smaller units; empty if it is none of these durations. */
  public Optional<Duration> parse(String text) {
    try {
      return Optional.of(Duration.parse(text)).filter(this::contains);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private boolean contains(Duration duration) {
    return duration.compareTo(shortest) >= 0 && duration.compareTo(longest) <= 0;
  }
}
