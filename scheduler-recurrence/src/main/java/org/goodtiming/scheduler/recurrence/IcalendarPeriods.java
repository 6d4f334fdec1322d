package org.goodtiming.scheduler.recurrence;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRule.Part;

/**
 * The periods of a rule, of which the library computes all times together.
 *
 * @param times maximum number of times in a period; several parts that restrict each other may
 *     leave fewer
 */
record IcalendarPeriods(ChronoUnit unit, int interval, int times) {

  static IcalendarPeriods of(RecurrenceRule rule) {
    return new IcalendarPeriods(unit(rule), rule.getInterval(), days(rule) * timesOfDay(rule));
  }

  /** What the library has to do from one time to another. */
  long steps(LocalDateTime from, LocalDateTime to) {
    return unit.between(from, to) / interval * times;
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

  /** Number of times of each day. */
  static int timesOfDay(RecurrenceRule rule) {
    return size(rule, Part.BYHOUR) * size(rule, Part.BYMINUTE) * size(rule, Part.BYSECOND);
  }

  private static int days(RecurrenceRule rule) {
    return switch (rule.getFreq()) {
      case YEARLY -> daysOfYear(rule);
      case MONTHLY -> Math.min(31, Math.max(size(rule, Part.BYMONTHDAY), weekdays(rule, 5, 1)));
      case WEEKLY -> weekdays(rule, 1, 1);
      case DAILY, HOURLY, MINUTELY, SECONDLY -> 1;
    };
  }

  private static int daysOfYear(RecurrenceRule rule) {
    int months = rule.hasPart(Part.BYMONTH) ? size(rule, Part.BYMONTH) : 12;
    int ofMonths = rule.hasPart(Part.BYMONTHDAY) ? months * size(rule, Part.BYMONTHDAY) : 1;
    int ofYear = size(rule, Part.BYYEARDAY);
    int ofWeeks = size(rule, Part.BYWEEKNO) * weekdays(rule, 1, 1);
    int byMonth = size(rule, Part.BYMONTH);
    int weeks = rule.hasPart(Part.BYMONTH) ? 5 * months : 53;
    int byWeekday = rule.hasPart(Part.BYWEEKNO) ? 1 : weekdays(rule, weeks, byMonth);
    return Math.min(
        366, List.of(ofMonths, ofYear, ofWeeks, byWeekday, byMonth).stream().reduce(1, Math::max));
  }

  /** MO comes each week, 1MO once in each month or year. */
  private static int weekdays(RecurrenceRule rule, int weeks, int periods) {
    return rule.hasPart(Part.BYDAY)
        ? rule.getByDayPart().stream().mapToInt(day -> day.pos == 0 ? weeks : periods).sum()
        : 1;
  }

  private static int size(RecurrenceRule rule, Part part) {
    return rule.hasPart(part) ? rule.getByPart(part).size() : 1;
  }
}
