package org.goodtiming.scheduler.recurrence.icalendar;

import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYDAY;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYHOUR;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYMINUTE;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYMONTH;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYMONTHDAY;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYSECOND;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYSETPOS;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYWEEKNO;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.BYYEARDAY;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.COUNT;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.FREQ;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.UNTIL;
import static org.goodtiming.scheduler.recurrence.icalendar.RulePart.WKST;

import java.time.DayOfWeek;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.goodtiming.scheduler.recurrence.syntax.English;
import org.goodtiming.scheduler.recurrence.syntax.Weekdays;

/** Says in English what the parts of a common RFC 5545 rule mean. */
final class RulePhrase {
  /** More times of the day than this are described by their parts. */
  private static final int MAX_TIMES = 6;

  private final RuleParts parts;

  private RulePhrase(RuleParts parts) {
    this.parts = parts;
  }

  static String of(RuleParts parts, Frequency frequency, int interval) {
    RulePhrase phrase = new RulePhrase(parts);
    String unit = frequency.unit().name().toLowerCase(Locale.ROOT);
    String every = English.every(English.count(interval, unit.substring(0, unit.length() - 1)));
    return every + (phrase.isCommon() ? phrase.inWords() : " by the RFC 5545 rule " + parts.text());
  }

  private String inWords() {
    return days() + months() + times() + end();
  }

  private boolean isCommon() {
    boolean hasSimplePosition =
        items(BYSETPOS).size() < 2 && isMonthly() && parts.has(BYDAY) && !parts.has(BYMONTHDAY);
    return !parts.has(BYWEEKNO)
        && !parts.has(BYYEARDAY)
        && (!parts.has(BYSETPOS) || (hasSimplePosition && !hasNumber() && !parts.has(BYHOUR)));
  }

  private boolean isMonthly() {
    return parts.value(FREQ).equals("MONTHLY");
  }

  private boolean hasNumber() {
    return parts.value(BYDAY).matches(".*[0-9].*");
  }

  private String days() {
    String monthDays = list(BYMONTHDAY, RulePhrase::monthDay);
    if (!parts.has(BYDAY)) {
      return parts.has(BYMONTHDAY) ? " on " + monthDays + " of the month" : "";
    }
    return " on "
        + position()
        + (hasNumber() ? numberedWeekdays() : weekdays())
        + (parts.has(BYMONTHDAY) ? ", if it is " + monthDays + " of the month" : "");
  }

  private String position() {
    return parts.has(BYSETPOS)
        ? "the %s day of the month that is ".formatted(ordinal(items(BYSETPOS).get(0)))
        : "";
  }

  private String weekdays() {
    EnumSet<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    items(BYDAY).forEach(item -> days.add(weekday(item)));
    return new Weekdays(days).describe();
  }

  private String numberedWeekdays() {
    String period = isMonthly() || parts.has(BYMONTH) ? "month" : "year";
    return list(BYDAY, RulePhrase::numberedWeekday) + " of the " + period;
  }

  private static String numberedWeekday(String item) {
    String number = item.substring(0, item.length() - 2);
    String weekday = English.weekday(weekday(item));
    return number.isEmpty() ? "each " + weekday : "the " + ordinal(number) + " " + weekday;
  }

  private static DayOfWeek weekday(String item) {
    String abbreviation = item.substring(item.length() - 2);
    return Arrays.stream(DayOfWeek.values())
        .filter(day -> day.name().startsWith(abbreviation))
        .findFirst()
        .orElseThrow();
  }

  private static String monthDay(String item) {
    int day = Integer.parseInt(item);
    return day > 0 ? "day " + day : "the " + ordinal(item) + " day";
  }

  private static String ordinal(String text) {
    int number = Integer.parseInt(text);
    if (number == -1) {
      return "last";
    }
    return English.ordinal(Math.abs(number)) + (number > 0 ? "" : " to last");
  }

  private String months() {
    return parts.has(BYMONTH)
        ? " in " + list(BYMONTH, month -> English.month(Integer.parseInt(month)))
        : "";
  }

  private String times() {
    List<String> units =
        Stream.of(named(BYSECOND, "second "), named(BYMINUTE, "minute "), named(BYHOUR, "hour "))
            .filter(unit -> !unit.isEmpty())
            .toList();
    boolean isClock = parts.has(BYHOUR) && parts.has(BYMINUTE) && !parts.has(BYSECOND);
    if (isClock && items(BYHOUR).size() * items(BYMINUTE).size() <= MAX_TIMES) {
      return " at " + English.list(clockTimes());
    }
    return units.isEmpty() ? "" : " at " + String.join(" of ", units);
  }

  private String named(RulePart part, String unit) {
    return parts.has(part) ? unit + list(part, UnaryOperator.identity()) : "";
  }

  private List<String> clockTimes() {
    return items(BYHOUR).stream()
        .map(Integer::valueOf)
        .flatMap(
            hour ->
                items(BYMINUTE).stream()
                    .map(minute -> LocalTime.of(hour, Integer.parseInt(minute)).toString()))
        .sorted()
        .toList();
  }

  private String end() {
    return (parts.has(WKST)
            ? ", weeks begin on " + English.weekday(weekday(parts.value(WKST)))
            : "")
        + (parts.has(COUNT)
            ? ", " + English.count(Integer.parseInt(parts.value(COUNT)), "time")
            : "")
        + (parts.has(UNTIL) ? ", until " + readable(parts.value(UNTIL)) : "");
  }

  /** 20261231T100000Z as 2026-12-31T10:00:00Z. */
  private static String readable(String time) {
    return time.replaceFirst("(....)(..)(..)", "$1-$2-$3")
        .replaceFirst("T(..)(..)(..)", "T$1:$2:$3");
  }

  private String list(RulePart part, UnaryOperator<String> phrase) {
    return English.list(items(part).stream().map(phrase).toList());
  }

  private List<String> items(RulePart part) {
    return parts.items(part).stream().distinct().toList();
  }
}
