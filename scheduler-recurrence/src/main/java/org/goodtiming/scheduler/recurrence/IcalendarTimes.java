package org.goodtiming.scheduler.recurrence;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import org.dmfs.rfc5545.DateTime;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRuleIterator;
import org.jspecify.annotations.Nullable;

/**
 * The times of a rule in their order. The library reads one time ahead, and stops after 4,320
 * periods without a time; IcalendarParser refuses rules that may reach this limit.
 */
final class IcalendarTimes {
  /** The Gregorian calendar repeats after 400 years, weekdays included. */
  private static final int CALENDAR_CYCLE = 400;

  private final RecurrenceRule rule;
  private final LocalDateTime start;
  private LocalDateTime from;
  private @Nullable RecurrenceRuleIterator times;

  /**
   * @param start the DTSTART, from which intervals count
   * @param from start of the search
   */
  IcalendarTimes(RecurrenceRule rule, LocalDateTime start, LocalDateTime from) {
    this.rule = rule;
    this.start = start;
    this.from = from;
  }

  /** The next time; null when there is none, or none is found. */
  @Nullable LocalDateTime next() {
    try {
      return nextOfIterator();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private @Nullable LocalDateTime nextOfIterator() {
    RecurrenceRuleIterator iterator = times == null ? fastForwarded() : times;
    times = iterator;
    while (iterator.hasNext()) {
      LocalDateTime time = local(iterator.nextDateTime());
      if (!time.isBefore(from)) {
        from = time.plusSeconds(1);
        return time;
      }
    }
    return null;
  }

  private RecurrenceRuleIterator fastForwarded() {
    RecurrenceRuleIterator iterator = rule.iterator(dateTime(base()));
    iterator.fastForward(dateTime(from));
    return iterator;
  }

  /** A later start with the same times, so that the library skips fewer periods. */
  private LocalDateTime base() {
    ChronoUnit unit = unit(rule);
    long step =
        unit.compareTo(ChronoUnit.WEEKS) <= 0
            ? rule.getInterval()
            : (long) rule.getInterval() * CALENDAR_CYCLE * (unit == ChronoUnit.MONTHS ? 12 : 1);
    long steps = unit.between(start, from) / step - 1;
    return steps <= 0 ? start : start.plus(steps * step, unit);
  }

  static ChronoUnit unit(RecurrenceRule rule) {
    return switch (rule.getFreq()) {
      case YEARLY -> ChronoUnit.YEARS;
      case MONTHLY -> ChronoUnit.MONTHS;
      case WEEKLY -> ChronoUnit.WEEKS;
      case DAILY -> ChronoUnit.DAYS;
      case HOURLY -> ChronoUnit.HOURS;
      case MINUTELY -> ChronoUnit.MINUTES;
      case SECONDLY -> ChronoUnit.SECONDS;
    };
  }

  /** Months count from 0 in the library. */
  private static DateTime dateTime(LocalDateTime time) {
    return new DateTime(
        time.getYear(),
        time.getMonthValue() - 1,
        time.getDayOfMonth(),
        time.getHour(),
        time.getMinute(),
        time.getSecond());
  }

  static LocalDateTime local(DateTime time) {
    return LocalDateTime.of(
        time.getYear(),
        time.getMonth() + 1,
        time.getDayOfMonth(),
        time.getHours(),
        time.getMinutes(),
        time.getSeconds());
  }
}
