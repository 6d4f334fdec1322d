package org.goodtiming.scheduler.recurrence.cron;

import java.time.Month;
import java.util.List;
import java.util.Locale;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** The fields of a cron expression, in the order in which they are written. */
enum CronField {
  SECOND("second", 0, 59, "0-59, * allowed"),
  MINUTE("minute", 0, 59, "0-59, * allowed"),
  HOUR("hour", 0, 23, "0-23, * allowed"),
  DAY_OF_MONTH("day of month", 1, 31, "1-31, ? * L W allowed"),
  MONTH("month", 1, 12, "1-12, JAN-DEC, * allowed"),
  DAY_OF_WEEK("day of week", 1, 7, "1-7 (1 is SUN), SUN-SAT, ? * L # allowed"),
  YEAR("year", 1970, 2199, "1970-2199, * allowed");

  static final List<String> WEEKDAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
  private static final List<String> MONTHS =
      List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");

  final int min;
  final int max;
  private final String label;
  private final String allowed;

  CronField(String label, int min, int max, String allowed) {
    this.label = label;
    this.min = min;
    this.max = max;
    this.allowed = allowed;
  }

  /** The number of different values. */
  int size() {
    return max - min + 1;
  }

  /** The value of a number or name. */
  int value(String text) {
    int named = indexOfName(text.toUpperCase(Locale.ROOT));
    int value = named >= 0 ? named + 1 : number(text);
    if (value < min || value > max) {
      throw notAllowed(text);
    }
    return value;
  }

  /** A plain number without sign, at most four digits; -1 for any other text. */
  static int number(String text) {
    return text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : -1;
  }

  RecurrenceSyntaxException notAllowed(String text) {
    return refused(text, allowed);
  }

  RecurrenceSyntaxException refused(String text, String cure) {
    return new RecurrenceSyntaxException(
        "cron field %s (%s) '%s': %s".formatted(ordinal() + 1, label, text, cure));
  }

  /** The index of an abbreviation or, as in Quartz, of a whole name; -1 for any other text. */
  private int indexOfName(String text) {
    int index = text.length() < 3 ? -1 : names().indexOf(text.substring(0, 3));
    return text.length() == 3 || (index >= 0 && text.equals(wholeName(index + 1))) ? index : -1;
  }

  private String wholeName(int value) {
    return this == MONTH ? Month.of(value).name() : DayOfWeekParser.dayOfWeek(value).name();
  }

  private List<String> names() {
    return switch (this) {
      case MONTH -> MONTHS;
      case DAY_OF_WEEK -> WEEKDAYS;
      case SECOND, MINUTE, HOUR, DAY_OF_MONTH, YEAR -> List.of();
    };
  }
}
