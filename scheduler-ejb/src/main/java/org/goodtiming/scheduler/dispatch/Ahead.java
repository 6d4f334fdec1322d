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

  /** What was measured longer ago does not count. */
  private static final Duration VALID = Duration.ofSeconds(5);

  /** Clocks that are being corrected run so much faster, at most (RFC 5905, appendix A.5.5.6). */
  private static final double DRIFT = 500e-6;

  private final Duration most;
  private final LongSupplier nanoTime;
  private volatile @Nullable Lead lead;

  private record Lead(Duration atMost, long measuredAt) {}

  /**
   * @param most zero: each job is handed over when it is due
   */
  public Ahead(Duration most) {
    this(most, System::nanoTime);
  }

  Ahead(Duration most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
  }

  boolean isWanted() {
    return !most.isZero();
  }

  /** By how much the broker's clock is ahead of the database's, at most. */
  void measured(Duration atMost) {
    lead = new Lead(atMost, nanoTime.getAsLong());
  }

  /** Nothing is handed over ahead until it is measured again. */
  void unknown() {
    lead = null;
  }

  /** What is due within this time is claimed. */
  Duration toClaim() {
    Lead known = lead;
    return known != null && age(known).compareTo(VALID) < 0 ? most : Duration.ZERO;
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
