package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A rule that measures elapsed time; clock changes do not affect it. */
public sealed interface ElapsedTimeRule extends Rule
    permits Once, FixedRate, FixedDelay, RepeatingDuration {

  /** The first due time after the given instant; null when there is none. */
  @Nullable Instant nextAfter(Instant after, Anchor anchor);
}
