package org.goodtiming.scheduler.recurrence.cron;

import java.util.regex.Pattern;

/** The five fields of a crontab: minute, hour, day of month, month, day of week from SUN as 0. */
record UnixCron(String minute, String hour, String dayOfMonth, String month, String dayOfWeek) {
  /** A number of a weekday, not the step after a slash. */
  private static final Pattern NUMBER = Pattern.compile("(?<![/0-9A-Z])([0-7])(?![0-9])");

  static UnixCron of(String[] fields) {
    return new UnixCron(fields[0], fields[1], fields[2], fields[3], fields[4]);
  }

  /** A crontab means one or the other day then, which one expression cannot say. */
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
