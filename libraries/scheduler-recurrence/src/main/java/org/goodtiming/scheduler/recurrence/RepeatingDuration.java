package org.goodtiming.scheduler.recurrence;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.goodtiming.scheduler.recurrence.syntax.English;
import org.jspecify.annotations.Nullable;

/**
 * {@code iso:R5/2026-12-01T10:00Z/PT1H}: a number of times, or without end, from the given start.
 */
public record RepeatingDuration(Repetitions repetitions, OffsetDateTime start, Duration duration)
    implements ElapsedTimeRule {

  public RepeatingDuration {
    ValueReader.checkPeriod("iso", duration);
  }

  @Override
  public @Nullable Instant nextAfter(Instant after, Anchor anchor) {
    Instant next =
        new FixedRate(duration).nextAfter(after, new Anchor(start.toInstant(), anchor.zone()));
    long index = Duration.between(start.toInstant(), next).dividedBy(duration);
    return repetitions.includes(index) ? next : null;
  }

  @Override
  public String describe() {
    return "%s from %s%s"
        .formatted(English.every(Phrases.duration(duration)), start, repetitions.describe());
  }

  @Override
  public String toString() {
    return "iso:%s/%s/%s".formatted(repetitions, start, duration);
  }
}
