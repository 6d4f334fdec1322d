package org.goodtiming.scheduler.recurrence.cron;

import java.time.YearMonth;
import java.util.stream.Stream;

/** The days of a pattern in each kind of month: a search costs the same however long the list. */
final class TabulatedDays implements DayPattern {
  private static final int SHORTEST_MONTH = 28;
  private static final int KINDS = 4 * 7;
  private static final YearMonth[] MONTH_OF_KIND = new YearMonth[KINDS];

  static {
    // Within 28 years each length of a month occurs with each weekday
    Stream.iterate(YearMonth.of(2000, 1), month -> month.plusMonths(1))
        .limit(28 * 12)
        .forEach(month -> MONTH_OF_KIND[kind(month)] = month);
  }

  private final int[] days;

  private TabulatedDays(int[] days) {
    this.days = days;
  }

  static DayPattern of(DayPattern pattern) {
    int[] days = new int[KINDS];
    for (int kind = 0; kind < KINDS; kind++) {
      days[kind] = pattern.daysOf(MONTH_OF_KIND[kind]);
    }
    return new TabulatedDays(days);
  }

  @Override
  public int daysOf(YearMonth month) {
    return days[kind(month)];
  }

  private static int kind(YearMonth month) {
    int weekday = month.atDay(1).getDayOfWeek().getValue() - 1;
    return (month.lengthOfMonth() - SHORTEST_MONTH) * 7 + weekday;
  }
}
