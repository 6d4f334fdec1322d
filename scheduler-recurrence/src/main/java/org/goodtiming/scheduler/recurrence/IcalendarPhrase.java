package org.goodtiming.scheduler.recurrence;

import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYDAY;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYHOUR;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYMINUTE;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYMONTH;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYMONTHDAY;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYSECOND;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYSETPOS;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYWEEKNO;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.BYYEARDAY;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.COUNT;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.FREQ;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.UNTIL;
import static org.goodtiming.scheduler.recurrence.IcalendarPart.WKST;

import java.time.DayOfWeek;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.goodtiming.scheduler.recurrence.syntax.English;
import org.goodtiming.scheduler.recurrence.syntax.Weekdays;

/** Says in English what the parts of a common RFC 5545 rule mean. */
final class IcalendarPhrase {
  /** More times of the day than this are described by their parts. */
  private static final int MOST_TIMES = 6;

  private final IcalendarParts parts;

  private IcalendarPhrase(IcalendarParts parts) {
    this.parts = parts;
  }

  /** What follows "every day"; empty for rules that nobody would say in words. */
  static Optional<String> of(IcalendarParts parts) {
    IcalendarPhrase phrase = new IcalendarPhrase(parts);
    return phrase.isCommon()
        ? Optional.of(phrase.days() + phrase.months() + phrase.times() + phrase.end())
        : Optional.empty();
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
    String monthDays = list(BYMONTHDAY, IcalendarPhrase::monthDay);
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
        ? "the %s day of the month that is ".formatted(ordinal(parts.value(BYSETPOS)))
        : "";
  }

  private String weekdays() {
    EnumSet<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    items(BYDAY).forEach(item -> days.add(weekday(item)));
    return new Weekdays(days).describe();
  }

  private String numberedWeekdays() {
    String period = isMonthly() || parts.has(BYMONTH) ? "month" : "year";
    return list(BYDAY, IcalendarPhrase::numberedWeekday) + " of the " + period;
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
    if (isClock && items(BYHOUR).size() * items(BYMINUTE).size() <= MOST_TIMES) {
      return " at " + English.list(clockTimes());
    }
    return units.isEmpty() ? "" : " at " + String.join(" of ", units);
  }

  private String named(IcalendarPart part, String unit) {
    return parts.has(part) ? unit + list(part, UnaryOperator.identity()) : "";
  }

  private List<String> clockTimes() {
    return items(BYHOUR).stream()
        .map(Integer::valueOf)
        .flatMap(
            hour ->
                items(BYMINUTE).stream()
                    .map(minute -> "%02d:%02d".formatted(hour, Integer.valueOf(minute))))
        .sorted()
        .toList();
  }

  private String end() {
    return (parts.has(WKST)
            ? ", weeks begin on " + English.weekday(weekday(parts.value(WKST)))
            : "")
        + (parts.has(COUNT)
            ? ", " + Phrases.count(Integer.parseInt(parts.value(COUNT)), "time")
            : "")
        + (parts.has(UNTIL) ? ", until " + readable(parts.value(UNTIL)) : "");
  }

  /** 20261231T100000Z as 2026-12-31T10:00:00Z. */
  private static String readable(String time) {
    return time.replaceFirst("(....)(..)(..)", "$1-$2-$3")
        .replaceFirst("T(..)(..)(..)", "T$1:$2:$3");
  }

  private String list(IcalendarPart part, UnaryOperator<String> phrase) {
    return English.list(items(part).stream().map(phrase).toList());
  }

  private List<String> items(IcalendarPart part) {
    return parts.has(part) ? List.of(parts.value(part).split(",", -1)) : List.of();
  }
}
