package org.goodtiming.scheduler.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How far ahead of its due time a job may be handed over. The broker then keeps it until it is due;
 * not before by the database's clock, as long as we know by how much the broker's is ahead.
 */
public final class Ahead {

  /** Two clocks that are being corrected drift apart so fast: 500 ppm each (RFC 5905, A.5.5.6). */
  private static final double DRIFT = 1000e-6;

  private final Duration most;
  private final Duration valid;
  private final LongSupplier nanoTime;
  private volatile @Nullable Lead lead;

  private record Lead(Duration atMost, long measuredAt) {}

  /**
   * @param most zero: each job is handed over when it is due
   * @param valid what was measured longer ago does not count
   */
  public Ahead(Duration most, Duration valid) {
    this(most, valid, System::nanoTime);
  }

  Ahead(Duration most, Duration valid, LongSupplier nanoTime) {
    this.most = most;
    this.valid = valid;
    this.nanoTime = nanoTime;
  }

  boolean isWanted() {
    return !most.isZero();
  }

  /**
   * Learns by how much the broker's clock is ahead of the database's.
   *
   * @param atMost below zero if it is behind
   * @param took how long that was being measured
   */
  void measured(Duration atMost, Duration took) {
    lead = new Lead(atMost, nanoTime.getAsLong() - took.toNanos());
  }

  /** Nothing is handed over ahead until it is measured again. */
  void unknown() {
    lead = null;
  }

  /** What is due within this time is claimed. */
  Duration toClaim() {
    Lead known = lead;
    return known != null && age(known).compareTo(valid) < 0 ? most : Duration.ZERO;
  }

  /**
   * Something that is due within this time makes for a claim, which then finds others beside it.
   */
  Duration toLook() {
    return toClaim().dividedBy(2);
  }

  /**
   * When the broker may deliver, by its own clock, in milliseconds since 1970.
   *
   * @param due by the database's clock
   */
  long deliveryTime(Instant due) {
    Lead known = lead;
    if (known == null) {
      throw new IllegalStateException("the broker's clock is not known any more");
    }
    Duration drift = Duration.ofNanos(Math.round(age(known).plus(most).toNanos() * DRIFT));
    return due.plus(known.atMost).plus(drift).plusNanos(999_999).toEpochMilli();
  }

  private Duration age(Lead known) {
    return Duration.ofNanos(nanoTime.getAsLong() - known.measuredAt);
  }
}
