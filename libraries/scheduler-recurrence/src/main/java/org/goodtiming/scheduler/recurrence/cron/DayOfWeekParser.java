package org.goodtiming.scheduler.recurrence.cron;

import java.time.DayOfWeek;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads field 6: {@code MON-FRI}, {@code 6L}, {@code FRI#2}, {@code L} for Saturday. */
final class DayOfWeekParser {
  private static final CronField FIELD = CronField.DAY_OF_WEEK;
  private static final Pattern NTH = Pattern.compile("([0-9A-Z]+)#([0-9]{1,2})");
  private static final Pattern LAST = Pattern.compile("([0-9A-Z]+)L");

  private DayOfWeekParser() {}

  static DayPattern parse(String text) {
    return DayPattern.anyOf(text, DayOfWeekParser::item);
  }

  private static DayPattern item(String item) {
    if (item.equals("L")) {
      return DayPattern.weekday(DayOfWeek.SATURDAY);
    }
    Matcher nth = NTH.matcher(item);
    if (nth.matches()) {
      return DayPattern.nthWeekday(weekday(nth.group(1)), weekOfMonth(item, nth.group(2)));
    }
    Matcher last = LAST.matcher(item);
    if (last.matches()) {
      return DayPattern.lastWeekday(weekday(last.group(1)));
    }
    return ValueRange.parse(FIELD, item).bits().stream()
        .mapToObj(value -> DayPattern.weekday(dayOfWeek(value)))
        .reduce(month -> 0, DayPattern::or);
  }

  private static int weekOfMonth(String item, String digits) {
    int n = CronField.number(digits);
    if (n < 1 || n > 5) {
      throw FIELD.refused(item, "the number after # must be 1-5");
    }
    return n;
  }

  private static DayOfWeek weekday(String text) {
    return dayOfWeek(FIELD.value(text));
  }

  /** Cron counts from Sunday as 1. */
  static DayOfWeek dayOfWeek(int value) {
    return DayOfWeek.SATURDAY.plus(value);
  }
}
