package org.goodtiming.scheduler.recurrence.cron;

import java.time.LocalTime;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Describes in English when an expression is due. */
final class CronPhrase {
  /** More times of the day than this are described by their fields. */
  private static final int MAX_TIMES = 6;

  private static final List<String> ORDINALS =
      List.of("first", "second", "third", "fourth", "fifth");

  private CronPhrase() {}

  static String of(String dayPhrase, CronDays days, CronTimes times) {
    return time(times)
        + dayPhrase
        + (days.months().isAll() ? "" : " in " + days.months().join(CronPhrase::month))
        + (days.years().isAll() ? "" : " in " + days.years().join(String::valueOf));
  }

  private static String time(CronTimes times) {
    int count = times.hours().count() * times.minutes().count() * times.seconds().count();
    if (count <= MAX_TIMES) {
      return "at " + timesOfDay(times);
    }
    return second(times.seconds()) + minute(times.minutes()) + hour(times.hours());
  }

  private static String timesOfDay(CronTimes times) {
    return times
        .secondsOfDay()
        .mapToObj(second -> LocalTime.ofSecondOfDay(second).toString())
        .collect(Collectors.joining(", "));
  }

  private static String second(Values seconds) {
    if (seconds.isAll()) {
      return "every second of ";
    }
    return seconds.count() == 1 && seconds.contains(0)
        ? ""
        : "at second " + seconds.join(String::valueOf) + " of ";
  }

  private static String minute(Values minutes) {
    return minutes.isAll() ? "every minute" : "minute " + minutes.join(String::valueOf);
  }

  private static String hour(Values hours) {
    return hours.isAll() ? " of every hour" : " of hour " + hours.join(String::valueOf);
  }

  /** The two fields of days, of which at most one is neither * nor ?. */
  static String days(String dayOfMonth, String dayOfWeek) {
    if (dayOfWeek.matches("[*?]")) {
      return dayOfMonth.matches("[*?]") ? " every day" : each(dayOfMonth, CronPhrase::dayOfMonth);
    }
    return each(dayOfWeek, CronPhrase::dayOfWeek);
  }

  private static String each(String field, UnaryOperator<String> phrase) {
    return " on "
        + Arrays.stream(field.split(",")).map(phrase).distinct().collect(Collectors.joining(", "));
  }

  private static String dayOfMonth(String item) {
    if (item.endsWith("W")) {
      String day = item.equals("LW") ? "L" : item.substring(0, item.length() - 1);
      return "the working day nearest to " + dayOfMonth(day);
    }
    if (item.equals("L")) {
      return "the last day of the month";
    }
    return item.startsWith("L-")
        ? "the day %s before the last of the month".formatted(item.substring(2))
        : "day " + range(item);
  }

  private static String dayOfWeek(String item) {
    if (item.contains("#")) {
      String[] parts = item.split("#");
      return "the %s %s of the month"
          .formatted(ORDINALS.get(CronField.number(parts[1]) - 1), weekday(parts[0]));
    }
    if (item.length() > 1 && item.endsWith("L")) {
      return "the last %s of the month".formatted(weekday(item.substring(0, item.length() - 1)));
    }
    if (item.contains("/")) {
      return Values.parse(CronField.DAY_OF_WEEK, item).join(CronPhrase::weekday);
    }
    return Arrays.stream(item.equals("L") ? new String[] {"SAT"} : item.split("-"))
        .map(CronPhrase::weekday)
        .collect(Collectors.joining(" to "));
  }

  private static String range(String item) {
    return item.replace("*", "1").replace("-", " to ").replace("/", " in steps of ");
  }

  private static String weekday(String text) {
    return weekday(CronField.DAY_OF_WEEK.value(text));
  }

  private static String weekday(int value) {
    return DayOfWeekParser.dayOfWeek(value).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  private static String month(int value) {
    return Month.of(value).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }
}
