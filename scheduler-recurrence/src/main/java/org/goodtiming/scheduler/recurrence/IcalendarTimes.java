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

  private final IcalendarPeriods periods;
  private final @Nullable RecurrenceRuleIterator iterator;
  private LocalDateTime from;
  private long steps;

  private IcalendarTimes(
      IcalendarPeriods periods, @Nullable RecurrenceRuleIterator iterator, LocalDateTime from) {
    this.periods = periods;
    this.iterator = iterator;
    this.from = from;
  }

  /**
   * @param start the DTSTART, from which intervals count
   * @param from start of the search
   */
  static IcalendarTimes of(
      RecurrenceRule rule, IcalendarPeriods periods, LocalDateTime start, LocalDateTime from) {
    try {
      RecurrenceRuleIterator iterator = rule.iterator(dateTime(base(periods, start, from)));
      iterator.fastForward(dateTime(from));
      return new IcalendarTimes(periods, iterator, from);
    } catch (IllegalArgumentException | IllegalStateException e) {
      // The library gives up: there are no times
      return new IcalendarTimes(periods, null, from);
    }
  }

  /** The next time; null when there is none, or none is found. */
  @Nullable LocalDateTime next() {
    try {
      while (iterator != null && iterator.hasNext()) {
        LocalDateTime time = local(iterator.nextDateTime());
        if (!time.isBefore(from)) {
          steps += 1 + periods.steps(from, time);
          from = time.plusSeconds(1);
          return time;
        }
      }
    } catch (IllegalArgumentException | IllegalStateException e) {
      // The library gives up: there are no more times
    }
    return null;
  }

  /** What the times until now have cost. */
  long steps() {
    return steps;
  }

  /** A later start with the same times, so that the library skips fewer periods. */
  static LocalDateTime base(IcalendarPeriods periods, LocalDateTime start, LocalDateTime from) {
    ChronoUnit unit = periods.unit();
    long step =
        unit.compareTo(ChronoUnit.WEEKS) <= 0
            ? periods.interval()
            : (long) periods.interval() * CALENDAR_CYCLE * (unit == ChronoUnit.MONTHS ? 12 : 1);
    long steps = unit.between(start, from) / step - 1;
    return steps <= 0 ? start : start.plus(steps * step, unit);
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
