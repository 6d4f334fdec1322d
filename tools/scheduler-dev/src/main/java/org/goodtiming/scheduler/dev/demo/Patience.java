package org.goodtiming.scheduler.dev.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Ends when nothing has changed for too long. */
final class Patience {

  private final Duration limit;
  private final InstantSource clock;
  private @Nullable Object last;
  private Instant moved;

  Patience(Duration limit, InstantSource clock) {
    this.limit = limit;
    this.clock = clock;
    this.moved = clock.instant();
  }

  /** Whether the view has not changed for longer than the limit. */
  boolean isOverAt(Object seen) {
    if (!seen.equals(last)) {
      last = seen;
      moved = clock.instant();
    }
    return moved.plus(limit).isBefore(clock.instant());
  }
}
