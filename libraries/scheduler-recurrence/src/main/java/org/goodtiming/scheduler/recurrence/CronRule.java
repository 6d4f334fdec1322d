package org.goodtiming.scheduler.recurrence;

import java.time.LocalDateTime;
import org.goodtiming.scheduler.recurrence.cron.CronExpression;
import org.jspecify.annotations.Nullable;

/** {@code cron:0 0 6 ? * MON-FRI}, or {@code unix:0 6 * * 1-5}. */
public record CronRule(CronExpression expression) implements WallClockRule {

  static CronRule parse(String text) {
    return new CronRule(CronExpression.parse(text));
  }

  static CronRule parseUnix(String text) {
    return new CronRule(CronExpression.parseUnix(text));
  }

  @Override
  public @Nullable LocalDateTime nextOrSame(LocalDateTime from, Anchor anchor) {
    return expression.nextOrSame(from);
  }

  @Override
  public WallClockTimes times(Anchor anchor) {
    return new Times(expression);
  }

  private record Times(CronExpression expression) implements WallClockTimes {

    @Override
    public @Nullable LocalDateTime nextOrSame(LocalDateTime from) {
      return expression.nextOrSame(from);
    }

    /** Whole days and hours are counted at once. */
    @Override
    public Counted count(LocalDateTime after, LocalDateTime before, long most) {
      long number = expression.count(after.plusNanos(1), before);
      return number > 0 && number <= most
          ? new Counted(number, before.minusNanos(1))
          : WallClockTimes.super.count(after, before, most);
    }
  }

  @Override
  public boolean isInterval() {
    return expression.isInterval();
  }

  @Override
  public String describe() {
    return expression.describe();
  }

  @Override
  public String toString() {
    return expression.kind() + ":" + expression;
  }
}
