package org.goodtiming.scheduler.recurrence.syntax;

import java.time.DayOfWeek;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code MON-FRI,SUN}: days of the week; a range may wrap. */
public record Weekdays(Set<DayOfWeek> days) {

  public Weekdays {
    days = Collections.unmodifiableSet(EnumSet.copyOf(days));
  }

  public static Weekdays all() {
    return new Weekdays(EnumSet.allOf(DayOfWeek.class));
  }

  /**
   * @throws RecurrenceSyntaxException when a name is not one of MON to SUN
   */
  public static Weekdays parse(String text) {
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    for (String item : text.split(",", -1)) {
      String[] range = item.split("-", 2);
      DayOfWeek last = day(text, range[range.length - 1]);
      DayOfWeek day = day(text, range[0]);
      for (; day != last; day = day.plus(1)) {
        days.add(day);
      }
      days.add(last);
    }
    return new Weekdays(days);
  }

  private static DayOfWeek day(String text, String name) {
    return Arrays.stream(DayOfWeek.values())
        .filter(day -> abbreviation(day).equals(name.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new RecurrenceSyntaxException(
                    "weekdays '%s': '%s' is not one of MON TUE WED THU FRI SAT SUN"
                        .formatted(text, name)));
  }

  /** "Monday to Friday", "Saturday and Sunday". */
  public String describe() {
    List<DayOfWeek> sorted = List.copyOf(days);
    DayOfWeek first = sorted.get(0);
    DayOfWeek last = sorted.get(sorted.size() - 1);
    if (sorted.size() == DayOfWeek.values().length) {
      return "every day of the week";
    }
    return sorted.size() > 2 && last.getValue() - first.getValue() == sorted.size() - 1
        ? English.weekday(first) + " to " + English.weekday(last)
        : English.list(sorted.stream().map(English::weekday).toList());
  }

  public boolean contains(DayOfWeek day) {
    return days.contains(day);
  }

  private static String abbreviation(DayOfWeek day) {
    return day.name().substring(0, 3);
  }

  @Override
  public String toString() {
    return days.stream().map(Weekdays::abbreviation).collect(Collectors.joining(","));
  }
}
