package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A time at which a run is due.
 *
 * @param shift why it differs from the time of the rule; null when it does not
 */
public record DueTime(Instant at, @Nullable String shift) implements Occurrence {
  static DueTime planned(Instant at) {
    return new DueTime(at, null);
  }

  @Override
  public String reason() {
    return shift == null ? "as planned" : shift;
  }
}
