package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDateTime;
import org.goodtiming.scheduler.recurrence.cron.CronExpression;

/** {@code cron:* * 0-7 ? * *}: the seconds that an expression matches. */
public record CronCalendar(CronExpression expression) implements ExclusionCalendar {
  /** A search looks 41 years ahead. */
  private static final int YEARS_WITHOUT_CHANGE = 40;

  @Override
  public boolean excludes(LocalDateTime time) {
    return expression.matches(time);
  }

  @Override
  public LocalDateTime unchangedUntil(LocalDateTime time) {
    if (excludes(time)) {
      return expression.endOfUnit(time);
    }
    LocalDateTime next = expression.nextOrSame(time);
    return next == null ? time.plusYears(YEARS_WITHOUT_CHANGE) : next;
  }

  @Override
  public String describe() {
    return expression.describe();
  }

  @Override
  public String toString() {
    return "cron:" + expression;
  }
}
