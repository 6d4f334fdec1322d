package org.goodtiming.scheduler.dispatch;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.goodtiming.scheduler.config.DispatchConfig;
import org.jspecify.annotations.Nullable;

/**
 * How long before its due time a job may be dispatched. The broker keeps it until it is due. The
 * offset of the broker's clock must be known, so that the broker does not deliver early by the
 * database's clock.
 */
@Singleton
final class EarlyDispatch {

  /** Maximum drift of two clocks that are being corrected: 500 ppm each (RFC 5905, A.5.5.6). */
  private static final double DRIFT = 1000e-6;

  /** Time for which a closer reading takes precedence over later readings. */
  private static final Duration CLOSE = Duration.ofSeconds(1);

  /** Time for which a reading is valid. */
  private static final Duration VALID = Duration.ofSeconds(3);

  /** The clocks are compared while a job is due within this time. */
  static final Duration SOON = Duration.ofSeconds(2);

  private final Duration leadTime;
  private final LongSupplier nanoTime;
  private volatile @Nullable BrokerClockOffset lead;
  private volatile Deadline rest;
  private volatile Deadline soon;

  /** A reading of both clocks: an upper bound of the time by which the broker's is ahead. */
  private record BrokerClockOffset(Duration atMost, Instant database, Deadline valid) {

    Duration atMost(Instant then) {
      double drift = Duration.between(database, then).abs().toNanos() * DRIFT;
      return atMost.plusNanos(Math.round(drift));
    }

    boolean countsMoreThan(BrokerClockOffset newer) {
      Duration age = Duration.between(database, newer.database);
      return !age.isNegative()
          && age.compareTo(CLOSE) < 0
          && atMost(newer.database).compareTo(newer.atMost) < 0;
    }
  }

  @Inject
  EarlyDispatch(DispatchConfig config) {
    this(config.leadTime());
  }

  /**
   * @param leadTime zero: each job is dispatched when it is due
   */
  EarlyDispatch(Duration leadTime) {
    this(leadTime, System::nanoTime);
  }

  EarlyDispatch(Duration leadTime, LongSupplier nanoTime) {
    this.leadTime = leadTime;
    this.nanoTime = nanoTime;
    this.rest = Deadline.in(Duration.ZERO, nanoTime);
    this.soon = rest;
  }

  boolean isWanted() {
    return !leadTime.isZero();
  }

  /** Records how long it is until the next job of a partition may be dispatched. */
  void next(Duration untilNext) {
    if (untilNext.compareTo(SOON) <= 0) {
      soon = Deadline.in(SOON, nanoTime);
    }
  }

  /** Whether a job is due soon; otherwise nobody needs the comparison of the clocks. */
  boolean needsClocks() {
    return !soon.passed();
  }

  /**
   * Records a reading of both clocks.
   *
   * @param database the database's time
   * @param broker the broker's at the same moment, or later
   */
  void read(Instant database, Instant broker) {
    BrokerClockOffset latest =
        new BrokerClockOffset(
            Duration.between(database, broker), database, Deadline.in(VALID, nanoTime));
    BrokerClockOffset known = lead;
    if (known == null || !known.countsMoreThan(latest)) {
      lead = latest;
    }
  }

  /** Suspends early dispatch until the clocks are read again. */
  void unknown() {
    lead = null;
  }

  /** Suspends early dispatch for the given time. */
  void rest(Duration time) {
    rest = Deadline.in(time, nanoTime);
  }

  /** The lead time: jobs that become due within it are claimed. */
  Duration toClaim() {
    BrokerClockOffset known = lead;
    return known != null && !known.valid.passed() && rest.passed() ? leadTime : Duration.ZERO;
  }

  /** A job that is due within this time causes a claim, which then finds further jobs. */
  Duration toPoll() {
    return toClaim().dividedBy(2);
  }

  /** The maximum time for which the broker keeps a job until it is due. */
  Duration leadTime() {
    return leadTime;
  }

  /**
   * When the broker may deliver, by its own clock, in milliseconds since 1970.
   *
   * @param due by the database's clock
   */
  long deliveryTime(Instant due) {
    BrokerClockOffset known = lead;
    if (known == null) {
      throw new IllegalStateException("the broker's clock offset is no longer known");
    }
    return due.plus(known.atMost(due)).plusNanos(999_999).toEpochMilli();
  }
}
