package org.goodtiming.scheduler.recurrence.cron;

import static org.goodtiming.scheduler.recurrence.cron.CronField.UNIX_DAY_OF_MONTH;
import static org.goodtiming.scheduler.recurrence.cron.CronField.UNIX_DAY_OF_WEEK;

import java.time.DayOfWeek;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.goodtiming.scheduler.recurrence.syntax.Weekdays;

/** The five fields of a crontab: minute, hour, day of month, month, day of week from SUN as 0. */
record UnixCron(String minute, String hour, String dayOfMonth, String month, String dayOfWeek) {
  /** A number of a weekday, not the step after a slash. */
  private static final Pattern NUMBER = Pattern.compile("(?<![/0-9A-Z])([0-7])(?![0-9])");

  private static final Values SECONDS = Values.parse(CronField.SECOND, "0");
  private static final Values YEARS = Values.parse(CronField.YEAR, "*");

  static UnixCron of(String[] fields) {
    return new UnixCron(fields[0], fields[1], fields[2], fields[3], fields[4]);
  }

  static CronExpression parse(String text, String[] fields) {
    if (fields.length != 5) {
      throw new RecurrenceSyntaxException(
          "unix '%s' has %s fields: minute hour day month weekday needed"
              .formatted(text, fields.length));
    }
    return of(fields).expression(text);
  }

  private CronExpression expression(String text) {
    CronTimes times =
        new CronTimes(
            SECONDS,
            Values.parse(CronField.UNIX_MINUTE, minute),
            Values.parse(CronField.UNIX_HOUR, hour));
    CronDays days = new CronDays(days(), Values.parse(CronField.UNIX_MONTH, month), YEARS);
    return new CronExpression("unix", text, phrase(), days, times);
  }

  /** Days of both fields if one begins with *, otherwise those of one or the other. */
  private DayPattern days() {
    DayPattern ofMonth = DayOfMonthParser.plain(Values.parse(UNIX_DAY_OF_MONTH, dayOfMonth));
    DayPattern ofWeek =
        weekdays().days().stream().map(DayPattern::weekday).reduce(month -> 0, DayPattern::or);
    return TabulatedDays.of(needsBoth() ? ofMonth.and(ofWeek) : ofMonth.or(ofWeek));
  }

  private boolean needsBoth() {
    return dayOfMonth.startsWith("*") || dayOfWeek.startsWith("*");
  }

  private Weekdays weekdays() {
    return new Weekdays(
        Values.parse(UNIX_DAY_OF_WEEK, dayOfWeek).stream()
            .mapToObj(value -> DayOfWeek.SUNDAY.plus(value))
            .collect(Collectors.toSet()));
  }

  private String phrase() {
    if (dayOfWeek.equals("*")) {
      return CronPhrase.days(dayOfMonth, dayOfWeek);
    }
    String weekdays = " on " + weekdays().describe();
    if (dayOfMonth.equals("*")) {
      return weekdays;
    }
    return CronPhrase.days(dayOfMonth, "*") + (needsBoth() ? " if" : " or") + weekdays;
  }

  /**
   * Whether both days are restricted: a crontab then means either day, for which there is no single
   * expression with seconds.
   */
  boolean restrictsBothDays() {
    return !dayOfMonth.matches("[*?]") && !dayOfWeek.matches("[*?]");
  }

  /** The same with seconds, and with names of weekdays. */
  String withSeconds() {
    boolean isWeekly = !dayOfWeek.matches("[*?]");
    return String.join(
        " ",
        "0",
        minute,
        hour,
        isWeekly ? "?" : dayOfMonth.replace('?', '*'),
        month,
        isWeekly ? withNames(dayOfWeek) : "?");
  }

  /** {@code MON-FRI} for {@code 1-5}. */
  private static String withNames(String weekdays) {
    return NUMBER
        .matcher(weekdays)
        .replaceAll(match -> CronField.WEEKDAYS.get(Integer.parseInt(match.group(1)) % 7));
  }
}
