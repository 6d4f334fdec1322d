package org.goodtiming.scheduler.recurrence.cron;

import java.time.Month;
import java.util.List;
import java.util.Locale;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** The fields of a cron expression and of a crontab, in the order in which they are written. */
enum CronField {
  SECOND("cron field 1 (second)", 0, 59, "0-59, * allowed"),
  MINUTE("cron field 2 (minute)", 0, 59, "0-59, * allowed"),
  HOUR("cron field 3 (hour)", 0, 23, "0-23, * allowed"),
  DAY_OF_MONTH("cron field 4 (day of month)", 1, 31, "1-31, ? * L W allowed"),
  MONTH("cron field 5 (month)", 1, 12, "1-12, JAN-DEC, * allowed"),
  DAY_OF_WEEK("cron field 6 (day of week)", 1, 7, "1-7 (1 is SUN), SUN-SAT, ? * L # allowed"),
  YEAR("cron field 7 (year)", 1970, 2199, "1970-2199, * allowed"),
  UNIX_MINUTE("unix field 1 (minute)", 0, 59, "0-59, * allowed"),
  UNIX_HOUR("unix field 2 (hour)", 0, 23, "0-23, * allowed"),
  UNIX_DAY_OF_MONTH("unix field 3 (day of month)", 1, 31, "1-31, * allowed"),
  UNIX_MONTH("unix field 4 (month)", 1, 12, "1-12, JAN-DEC, * allowed"),
  UNIX_DAY_OF_WEEK("unix field 5 (day of week)", 0, 7, "0-7 (0 and 7 are SUN), SUN-SAT, * allowed");

  static final List<String> WEEKDAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
  private static final List<String> MONTHS =
      List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");

  final int min;
  final int max;
  private final String place;
  private final String allowed;

  CronField(String place, int min, int max, String allowed) {
    this.place = place;
    this.min = min;
    this.max = max;
    this.allowed = allowed;
  }

  boolean isUnix() {
    return compareTo(UNIX_MINUTE) >= 0;
  }

  /** The number of different values. */
  int size() {
    return max - min + 1;
  }

  /** The value of a number or name. */
  int value(String text) {
    int named = indexOfName(text.toUpperCase(Locale.ROOT));
    int value = named >= 0 ? named + min : number(text);
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
    return new RecurrenceSyntaxException("%s '%s': %s".formatted(place, text, cure));
  }

  /** The index of an abbreviation or, as in Quartz, of a whole name; -1 for any other text. */
  private int indexOfName(String text) {
    int index = text.length() < 3 ? -1 : names().indexOf(text.substring(0, 3));
    return text.length() == 3 || (index >= 0 && text.equals(wholeName(index + 1))) ? index : -1;
  }

  private String wholeName(int value) {
    boolean isMonth = this == MONTH || this == UNIX_MONTH;
    return isMonth ? Month.of(value).name() : DayOfWeekParser.dayOfWeek(value).name();
  }

  private List<String> names() {
    return switch (this) {
      case MONTH, UNIX_MONTH -> MONTHS;
      case DAY_OF_WEEK, UNIX_DAY_OF_WEEK -> WEEKDAYS;
      case SECOND, MINUTE, HOUR, DAY_OF_MONTH, YEAR -> List.of();
      case UNIX_MINUTE, UNIX_HOUR, UNIX_DAY_OF_MONTH -> List.of();
    };
  }
}
