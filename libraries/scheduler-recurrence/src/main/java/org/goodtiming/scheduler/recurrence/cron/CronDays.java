package org.goodtiming.scheduler.recurrence.cron;

import java.time.LocalDate;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/** The days on which an expression runs. */
record CronDays(DayPattern pattern, Values months, Values years) {
  /** 29 February on a given weekday is at most 40 years away, across 2100. */
  private static final int MAX_GAP_YEARS = 41;

  /** The first matching day that is not before the given one; null when there is none. */
  @Nullable LocalDate nextOrSame(LocalDate from) {
    int day = from.getDayOfMonth();
    YearMonth month = YearMonth.from(from);
    YearMonth end = month.plusYears(MAX_GAP_YEARS);
    while (month != null && (month.isBefore(end) || !years.isAll())) {
      int found = nextDay(month, day);
      if (found > 0) {
        return month.atDay(found);
      }
      month = monthFrom(month.plusMonths(1));
      day = 1;
    }
    return null;
  }

  boolean contains(LocalDate date) {
    return nextDay(YearMonth.from(date), date.getDayOfMonth()) == date.getDayOfMonth();
  }

  /** The number of matching days from one, included, to another, excluded. */
  long count(LocalDate from, LocalDate to) {
    long number = 0;
    LocalDate day = nextOrSame(from);
    while (day != null && day.isBefore(to)) {
      number++;
      day = nextOrSame(day.plusDays(1));
    }
    return number;
  }

  private int nextDay(YearMonth month, int day) {
    if (!months.contains(month.getMonthValue()) || !inYears(month.getYear())) {
      return 0;
    }
    int rest = pattern.daysOf(month) & -1 << day;
    int found = Integer.numberOfTrailingZeros(rest);
    return rest == 0 || found > month.lengthOfMonth() ? 0 : found;
  }

  private boolean inYears(int year) {
    return years.isAll() || years.contains(year);
  }

  /** The first matching month of a matching year. */
  private @Nullable YearMonth monthFrom(YearMonth month) {
    int inYear = months.nextOrSame(month.getMonthValue());
    YearMonth next =
        inYear < 0 ? YearMonth.of(month.getYear() + 1, months.first()) : month.withMonth(inYear);
    if (inYears(next.getYear())) {
      return next;
    }
    int year = years.nextOrSame(Math.max(next.getYear(), 0));
    return year < 0 ? null : YearMonth.of(year, months.first());
  }
}
