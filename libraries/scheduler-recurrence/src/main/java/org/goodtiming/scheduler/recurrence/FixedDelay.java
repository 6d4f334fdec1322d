package org.goodtiming.scheduler.recurrence;

import java.time.Duration;
import java.time.Instant;

/**
 * {@code delay:PT30M}: the given instant is when the last run was dispatched, or reported its end.
 */
public record FixedDelay(Duration delay, Counts from) implements ElapsedTimeRule {

  /** The event from which the delay counts. */
  public enum Counts {
    FROM_DISPATCH,
    FROM_END
  }

  public FixedDelay {
    ValueReader.checkPeriod("delay", delay);
  }

  static FixedDelay parse(String text) {
    boolean fromEnd = text.endsWith("/end");
    String delay = fromEnd ? text.substring(0, text.length() - "/end".length()) : text;
    return new FixedDelay(
        ValueReader.duration("delay", delay), fromEnd ? Counts.FROM_END : Counts.FROM_DISPATCH);
  }

  @Override
  public Instant nextAfter(Instant after, Anchor anchor) {
    Instant start = anchor.start();
    return start != null && after.isBefore(start) ? start : after.plus(delay);
  }

  @Override
  public String describe() {
    return "%s after each %s"
        .formatted(Phrases.duration(delay), from == Counts.FROM_END ? "reported end" : "dispatch");
  }

  @Override
  public String toString() {
    return "delay:" + delay + (from == Counts.FROM_END ? "/end" : "");
  }
}
