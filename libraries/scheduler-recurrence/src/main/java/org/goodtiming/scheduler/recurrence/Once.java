package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code once:2026-12-01T10:00:00Z}. */
public record Once(Instant at) implements ElapsedTimeRule {

  public Once {
    ValueReader.checkYear("once", at);
  }

  static Once parse(String text) {
    return new Once(ValueReader.instant("once", text));
  }

  @Override
  public @Nullable Instant nextAfter(Instant after, Anchor anchor) {
    return at.isAfter(after) ? at : null;
  }

  @Override
  public String describe() {
    return "once at " + at;
  }

  @Override
  public String toString() {
    return "once:" + at;
  }
}
