package org.goodtiming.scheduler.recurrence.icalendar;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The parts of an RFC 5545 rule, and their possible values. */
enum RulePart {
  FREQ(
      Set.of("SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY")::contains,
      "SECONDLY MINUTELY HOURLY DAILY WEEKLY MONTHLY YEARLY allowed"),
  INTERVAL(item -> item.matches("[1-9][0-9]{0,8}"), "a whole number from 1 to 999999999 allowed"),
  COUNT(item -> item.matches("[1-9][0-9]{0,3}"), "a whole number from 1 to 9999 allowed"),
  UNTIL(
      RulePart::isTime,
      "write a date, a local time or a UTC time, such as 20261231, 20261231T235959 or 20261231T235959Z"),
  BYMONTH(number(1, 12), "1-12 allowed"),
  BYWEEKNO(position(53), "1-53, and -1 to -53 from the end, allowed"),
  BYYEARDAY(position(366), "1-366, and -1 to -366 from the end, allowed"),
  BYMONTHDAY(position(31), "1-31, and -1 to -31 from the end, allowed"),
  BYDAY(
      RulePart::isWeekday,
      "MO TU WE TH FR SA SU allowed, with MONTHLY and YEARLY also 1MO to 53MO and -1MO to -53MO"),
  BYHOUR(number(0, 23), "0-23 allowed"),
  BYMINUTE(number(0, 59), "0-59 allowed"),
  BYSECOND(number(0, 59), "0-59 allowed"),
  BYSETPOS(position(366), "1-366, and -1 to -366 from the end, allowed"),
  WKST(item -> item.matches(Weekday.NAMES), "MO TU WE TH FR SA SU allowed");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT);

  private final Predicate<String> allows;
  private final String allowed;

  RulePart(Predicate<String> allows, String allowed) {
    this.allows = allows;
    this.allowed = allowed;
  }

  static String names() {
    return Arrays.stream(values()).map(RulePart::name).collect(Collectors.joining(" "));
  }

  boolean isListOfNumbers() {
    return isList() && this != BYDAY;
  }

  private boolean isList() {
    return name().startsWith("BY");
  }

  /** The values of a list; the only one of a part that is no list. */
  List<String> items(String value) {
    return isList() ? List.of(value.split(",", -1)) : List.of(value);
  }

  boolean allows(String item) {
    return allows.test(item);
  }

  String allowed() {
    return allowed;
  }

  private static Predicate<String> number(int min, int max) {
    return item ->
        item.matches("[0-9]{1,2}")
            && Integer.parseInt(item) >= min
            && Integer.parseInt(item) <= max;
  }

  private static Predicate<String> position(int max) {
    return item ->
        item.matches("[+-]?[0-9]{1,3}")
            && Integer.parseInt(item) != 0
            && Math.abs(Integer.parseInt(item)) <= max;
  }

  private static boolean isWeekday(String item) {
    int end = Math.max(0, item.length() - 2);
    return item.substring(end).matches(Weekday.NAMES)
        && (end == 0 || position(53).test(item.substring(0, end)));
  }

  private static boolean isTime(String item) {
    if (!item.matches("[0-9]{8}(T[0-9]{6}Z?)?")) {
      return false;
    }
    String time = item.length() == 8 ? item + "T000000" : item.substring(0, 15);
    try {
      return LocalDateTime.parse(time, TIME).getYear() > 0;
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** Initialized before the constants of the enum. */
  private static final class Weekday {
    static final String NAMES = "MO|TU|WE|TH|FR|SA|SU";
  }
}
