package org.goodtiming.scheduler.recurrence.syntax;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;

/** Words of the sentences that describe recurrences and calendars. */
public final class English {
  private static final List<String> ORDINALS =
      List.of("first", "second", "third", "fourth", "fifth");

  private English() {}

  /** "first", "20th". */
  public static String ordinal(int number) {
    if (number <= ORDINALS.size()) {
      return ORDINALS.get(number - 1);
    }
    boolean isTeen = number / 10 % 10 == 1;
    return number
        + switch (isTeen ? 0 : number % 10) {
          case 1 -> "st";
          case 2 -> "nd";
          case 3 -> "rd";
          default -> "th";
        };
  }

  /** "Monday, Wednesday and Friday". */
  public static String list(List<String> items) {
    int last = items.size() - 1;
    return last < 1
        ? String.join("", items)
        : String.join(", ", items.subList(0, last)) + " and " + items.get(last);
  }

  /** "every 2 days"; "every day" for "1 day". */
  public static String every(String quantity) {
    return "every " + (quantity.startsWith("1 ") ? quantity.substring("1 ".length()) : quantity);
  }

  /** "1 day", "2 days". */
  public static String count(long number, String thing) {
    return number == 1 ? "1 " + thing : number + " " + thing + "s";
  }

  public static String weekday(DayOfWeek day) {
    return day.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  public static String month(int month) {
    return Month.of(month).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }
}
