package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** {@code iso:R/2026-12-01T10:00Z/P1M}: a calendar interval from the given start. */
public record RepeatingPeriod(Repetitions repetitions, OffsetDateTime start, Period period)
    implements WallClockRule {

  public RepeatingPeriod {
    interval(period);
  }

  @Override
  public @Nullable LocalDateTime nextOrSame(LocalDateTime from, Anchor anchor) {
    Anchor own = new Anchor(start.toInstant(), anchor.zone());
    CalendarInterval interval = interval(period);
    return interval.nextOrSame(from, own);
  }

  @Override
  public int count() {
    return repetitions.count();
  }

  private static CalendarInterval interval(Period period) {
    long months = period.toTotalMonths();
    if (months != 0 && period.getDays() != 0) {
      throw ValueReader.refused("iso", period.toString(), "write months or days, not both");
    }
    ChronoUnit unit = months == 0 ? ChronoUnit.DAYS : ChronoUnit.MONTHS;
    long every = months == 0 ? period.getDays() : months;
    return new CalendarInterval(
        ValueReader.number("iso", String.valueOf(every)), unit, EndOfMonth.CLAMP);
  }

  @Override
  public @Nullable Instant firstInstant(Anchor anchor) {
    return start.toInstant();
  }

  @Override
  public boolean isInterval() {
    return false;
  }

  @Override
  public String describe() {
    return "%s from %s%s".formatted(interval(period).describe(), start, repetitions.describe());
  }

  @Override
  public String toString() {
    return "iso:%s/%s/%s".formatted(repetitions, start, period);
  }
}
