package org.goodtiming.scheduler.recurrence.cron;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The meaning of a readable cron expression by the documentation of its dialect alone: walks over
 * all days and seconds, and asks each field of the text.
 */
public final class CronWalk {
  private static final Map<String, String> MACROS =
      Map.of(
          "@yearly", "0 0 0 1 1 *",
          "@annually", "0 0 0 1 1 *",
          "@monthly", "0 0 0 1 * *",
          "@weekly", "0 0 0 * * SUN",
          "@daily", "0 0 0 * * *",
          "@midnight", "0 0 0 * * *",
          "@hourly", "0 0 * * * *");
  private static final List<String> MONTHS =
      List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
  private static final List<String> WEEKDAYS =
      List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

  /** Beyond the pause of any expression of the corpus: 29 February on a Wednesday. */
  private static final int MAX_DAYS = 100 * 366;

  /** The rules that the text follows. */
  public enum Dialect {
    QUARTZ,
    SPRING,
    UNIX
  }

  private final Dialect dialect;
  private final String[] fields;

  public CronWalk(String text, Dialect dialect) {
    String all = MACROS.getOrDefault(text, text).toUpperCase(Locale.ROOT);
    this.dialect = dialect;
    this.fields = (dialect == Dialect.UNIX ? "0 " + all : all).split(" ");
  }

  /** The first times after one, fewer if there are no more. */
  public List<LocalDateTime> after(LocalDateTime after, int most) {
    List<LocalDateTime> times = new ArrayList<>();
    LocalDate day = after.toLocalDate();
    for (int i = 0; i < MAX_DAYS && times.size() < most; i++, day = day.plusDays(1)) {
      if (matches(day)) {
        addTimes(day, after, times);
      }
    }
    return times.subList(0, Math.min(most, times.size()));
  }

  private void addTimes(LocalDate day, LocalDateTime after, List<LocalDateTime> times) {
    for (int hour : values(fields[2], 23)) {
      for (int minute : values(fields[1], 59)) {
        for (int second : values(fields[0], 59)) {
          LocalDateTime time = day.atTime(hour, minute, second);
          if (time.isAfter(after)) {
            times.add(time);
          }
        }
      }
    }
  }

  private static List<Integer> values(String field, int last) {
    return IntStream.rangeClosed(0, last)
        .filter(value -> matches(field, value, 0, last))
        .boxed()
        .toList();
  }

  private boolean matches(LocalDate day) {
    String month = named(fields[4], MONTHS, 1);
    boolean ofMonth = any(fields[3], item -> isDayOfMonth(item, day));
    boolean ofWeek = any(fields[5], item -> isWeekday(item, day));
    boolean either =
        dialect == Dialect.UNIX && !fields[3].startsWith("*") && !fields[5].startsWith("*");
    return matches(month, day.getMonthValue(), 1, 12)
        && (fields.length < 7 || matches(fields[6], day.getYear(), 1970, 2199))
        && (either ? ofMonth || ofWeek : ofMonth && ofWeek);
  }

  private static boolean isDayOfMonth(String item, LocalDate day) {
    if (!item.contains("L") && !item.endsWith("W")) {
      return matches(item, day.getDayOfMonth(), 1, 31);
    }
    String number = item.replaceAll("[LW-]", "");
    int offset = number.isEmpty() ? 0 : Integer.parseInt(number);
    int named = item.startsWith("L") ? day.lengthOfMonth() - offset : offset;
    if (named > day.lengthOfMonth()) {
      return false;
    }
    LocalDate date = day.withDayOfMonth(named);
    return day.equals(item.endsWith("W") ? nearestWorkday(date) : date);
  }

  private static LocalDate nearestWorkday(LocalDate day) {
    return IntStream.of(0, -1, 1, -2, 2)
        .mapToObj(day::plusDays)
        .filter(near -> near.getMonth() == day.getMonth())
        .filter(near -> near.getDayOfWeek().compareTo(DayOfWeek.SATURDAY) < 0)
        .findFirst()
        .orElseThrow();
  }

  private boolean isWeekday(String item, LocalDate day) {
    int first = dialect == Dialect.QUARTZ ? 1 : 0;
    String numbers = named(item, WEEKDAYS, first);
    int number = day.getDayOfWeek().getValue() % 7 + first;
    if (numbers.equals("L")) {
      return day.getDayOfWeek() == DayOfWeek.SATURDAY;
    }
    if (numbers.endsWith("L")) {
      return isNumber(numbers.replace("L", ""), number)
          && day.equals(day.with(TemporalAdjusters.lastInMonth(day.getDayOfWeek())));
    }
    if (numbers.contains("#")) {
      return isNumber(numbers.split("#")[0], number)
          && (day.getDayOfMonth() + 6) / 7 == Integer.parseInt(numbers.split("#")[1]);
    }
    return isNumber(numbers, number);
  }

  /** Except in Quartz, 7 is Sunday too. */
  private boolean isNumber(String item, int number) {
    return dialect == Dialect.QUARTZ
        ? matches(item, number, 1, 7)
        : matches(item, number, 0, 7) || (number == 0 && matches(item, 7, 0, 7));
  }

  private static String named(String field, List<String> names, int first) {
    String numbers = field;
    for (String name : names) {
      numbers = numbers.replace(name, String.valueOf(names.indexOf(name) + first));
    }
    return numbers;
  }

  private static boolean any(String field, Predicate<String> matches) {
    return Arrays.stream(field.split(",")).anyMatch(matches);
  }

  private static boolean matches(String field, int value, int first, int last) {
    return any(field, item -> range(item, first, last).test(value));
  }

  private static IntPredicate range(String item, int first, int last) {
    String[] parts = item.split("/");
    int step = parts.length > 1 ? Integer.parseInt(parts[1]) : 1;
    if (parts[0].equals("*") || parts[0].equals("?")) {
      return value -> (value - first) % step == 0;
    }
    String[] ends = parts[0].split("-");
    int from = Integer.parseInt(ends[0]);
    int to = ends.length > 1 ? Integer.parseInt(ends[1]) : parts.length > 1 ? last : from;
    int length = Math.floorMod(to - from, last - first + 1);
    return value -> {
      int distance = Math.floorMod(value - from, last - first + 1);
      return distance <= length && distance % step == 0;
    };
  }
}
