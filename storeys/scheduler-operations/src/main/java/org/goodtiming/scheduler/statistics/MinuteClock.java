package org.goodtiming.scheduler.statistics;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The minute by the database's clock, which the monotonic clock continues between comparisons. */
final class MinuteClock {

  private final LongSupplier nanoTime;
  private @Nullable Instant databaseTime;
  private long comparedAt;

  MinuteClock(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  void set(Instant databaseTime) {
    this.databaseTime = databaseTime;
    comparedAt = nanoTime.getAsLong();
  }

  /** Null before the first comparison. */
  @Nullable Instant minute() {
    return databaseTime == null
        ? null
        : minuteOf(databaseTime.plusNanos(nanoTime.getAsLong() - comparedAt));
  }

  static Instant minuteOf(Instant time) {
    return time.truncatedTo(ChronoUnit.MINUTES);
  }
}
