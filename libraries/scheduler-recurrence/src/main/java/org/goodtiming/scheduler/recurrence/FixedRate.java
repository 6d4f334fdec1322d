package org.goodtiming.scheduler.recurrence;

import java.time.Duration;
import java.time.Instant;
import org.goodtiming.scheduler.recurrence.syntax.English;

/** {@code every:PT20M}: multiples of the period from the anchor, however long the runs take. */
public record FixedRate(Duration period) implements ElapsedTimeRule {

  public FixedRate {
    ValueReader.checkPeriod("every", period);
  }

  static FixedRate parse(String text) {
    return new FixedRate(ValueReader.duration("every", text));
  }

  @Override
  public Instant nextAfter(Instant after, Anchor anchor) {
    Instant first = anchor.instant();
    return after.isBefore(first) ? first : multipleAfter(first, after);
  }

  private Instant multipleAfter(Instant first, Instant after) {
    long periods = Duration.between(first, after).dividedBy(period);
    return first.plus(period.multipliedBy(periods + 1));
  }

  /** The number of due times from one instant, included, to another, excluded. */
  long count(Instant from, Instant to, Anchor anchor) {
    return numberBefore(to, anchor.instant()) - numberBefore(from, anchor.instant());
  }

  private long numberBefore(Instant end, Instant first) {
    return first.isBefore(end)
        ? Duration.between(first, end).minusNanos(1).dividedBy(period) + 1
        : 0;
  }

  @Override
  public String describe() {
    return English.every(Phrases.duration(period));
  }

  @Override
  public String toString() {
    return "every:" + period;
  }
}
