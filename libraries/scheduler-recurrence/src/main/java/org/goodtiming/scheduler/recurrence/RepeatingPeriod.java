package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * {@code iso:R/2026-12-01T10:00Z/P1M}: a calendar interval from the given start, or, as in {@code
 * iso:R5/P1D/2026-12-06T10:00Z}, as often before the given end.
 */
public record RepeatingPeriod(
    Repetitions repetitions, OffsetDateTime time, boolean isEnd, Period period)
    implements WallClockRule {
  private static final int SHORTEST_MONTH = 28;

  public RepeatingPeriod {
    interval(period);
    if (isEnd && period.toTotalMonths() != 0 && time.getDayOfMonth() > SHORTEST_MONTH) {
      throw ValueReader.refused(
          "iso", time.toString(), "with an end after day 28, write the start");
    }
  }

  @Override
  public @Nullable LocalDateTime nextOrSame(LocalDateTime from, Anchor anchor) {
    Anchor own = new Anchor(firstInstant(anchor), anchor.zone());
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
  public Instant firstInstant(Anchor anchor) {
    Period all = isEnd ? period.multipliedBy(repetitions.count()) : Period.ZERO;
    return time.atZoneSameInstant(anchor.zone()).minus(all).toInstant();
  }

  @Override
  public boolean isInterval() {
    return false;
  }

  @Override
  public String describe() {
    return "%s %s %s%s"
        .formatted(
            interval(period).describe(), isEnd ? "before" : "from", time, repetitions.describe());
  }

  @Override
  public String toString() {
    return isEnd
        ? "iso:%s/%s/%s".formatted(repetitions, period, time)
        : "iso:%s/%s/%s".formatted(repetitions, time, period);
  }
}
