package org.goodtiming.scheduler.recurrence.cron;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Reads field 4: {@code 1,15-20,L-3,LW,15W}. */
final class DayOfMonthParser {
  private static final CronField FIELD = CronField.DAY_OF_MONTH;
  private static final Pattern FROM_LAST = Pattern.compile("L(?:-([0-9]{1,2}))?(W?)");
  private static final Pattern WORKING_DAY = Pattern.compile("([0-9]{1,2})W");

  private DayOfMonthParser() {}

  static DayPattern parse(String text) {
    return DayPattern.anyOf(text, DayOfMonthParser::item);
  }

  private static DayPattern item(String item) {
    Matcher last = FROM_LAST.matcher(item);
    if (last.matches()) {
      int before = last.group(1) == null ? 0 : daysBeforeLast(item, last.group(1));
      return last.group(2).isEmpty()
          ? DayPattern.beforeLast(before)
          : DayPattern.workingDayNearestToLast(before);
    }
    Matcher workingDay = WORKING_DAY.matcher(item);
    if (workingDay.matches()) {
      return DayPattern.workingDayNearest(FIELD.value(workingDay.group(1)));
    }
    return days(ValueRange.parse(FIELD, item).bits().stream());
  }

  /** Days of a month by their numbers alone. */
  static DayPattern plain(Values days) {
    return days(days.stream());
  }

  private static DayPattern days(IntStream values) {
    int days = values.map(day -> 1 << day).reduce(0, (a, b) -> a | b);
    return month -> days;
  }

  private static int daysBeforeLast(String item, String digits) {
    int days = CronField.number(digits);
    if (days > 30) {
      throw FIELD.refused(item, "at most 30 days before the last");
    }
    return days;
  }
}
