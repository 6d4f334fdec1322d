package org.goodtiming.scheduler.recurrence.icalendar;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;

/** Turns the parts of a rule into its times; a start adds what the rule does not name. */
final class RuleReader {
  private static final List<String> WEEKDAYS = List.of("MO", "TU", "WE", "TH", "FR", "SA", "SU");
  private static final long ALL_MONTHS = Masks.below(13) & ~1L;
  private final RuleParts parts;
  private final Frequency frequency;
  private final LocalDateTime start;
  private final StartDays startDays;
  private final SearchSteps steps;

  private RuleReader(RuleParts parts, Frequency frequency, LocalDateTime start, SearchSteps steps) {
    this.parts = parts;
    this.frequency = frequency;
    this.start = start;
    this.startDays = StartDays.of(parts, frequency);
    this.steps = steps;
  }

  static RuleReader of(RuleParts parts, Frequency frequency, LocalDateTime start) {
    return new RuleReader(parts, frequency, start, SearchSteps.ofLongSearch());
  }

  /**
   * From a first day of January, which each year has: a rule that is due from some start is due.
   */
  static RuleReader ofFirstDay(RuleParts parts, Frequency frequency) {
    return new RuleReader(
        parts, frequency, LocalDate.EPOCH.atStartOfDay(), SearchSteps.ofAllMonths());
  }

  RuleTimes times(int interval) {
    MatchingDays days = new MatchingDays(months(), days(), steps);
    if (frequency.isWithinDay()) {
      return timesWithinDays(interval, days);
    }
    DayPeriods periods = DayPeriods.of(frequency, interval, start.toLocalDate(), weekStart(parts));
    RuleDays ruleDays = new RuleDays(periods, days, steps);
    return frequency == Frequency.DAILY || !parts.has(RulePart.BYSETPOS)
        ? new TimesOfDays(ruleDays, timesOfPeriod(), steps)
        : new TimesAtPositions(ruleDays, periods, timesOfDay(), positions(), steps);
  }

  private RuleTimes timesWithinDays(int interval, MatchingDays days) {
    int unit = (int) frequency.unit().getDuration().toSeconds();
    long first = Math.floorDiv(start.toEpochSecond(ZoneOffset.UTC), unit);
    return new TimesWithinDays(unit, interval, first, days, limits(), timesOfPeriod(), steps);
  }

  private TimeList timesOfPeriod() {
    TimeList all = timesOfDay().within(frequency);
    return parts.has(RulePart.BYSETPOS) ? PositionedTimes.of(all, positions()) : all;
  }

  private Positions positions() {
    return new Positions(parts.numbers(RulePart.BYSETPOS));
  }

  private ClockTimes timesOfDay() {
    LocalTime time = start.toLocalTime();
    return new ClockTimes(
        mask(RulePart.BYHOUR, time.getHour()),
        mask(RulePart.BYMINUTE, time.getMinute()),
        mask(RulePart.BYSECOND, time.getSecond()));
  }

  private long mask(RulePart part, int ofStart) {
    return parts.has(part) ? mask(part) : 1L << ofStart;
  }

  private long mask(RulePart part) {
    return Masks.of(parts.numbers(part).stream().mapToInt(Integer::intValue));
  }

  /** The hours, minutes and seconds at which periods may begin; shorter units do not limit them. */
  private ClockTimes limits() {
    return new ClockTimes(
        limit(RulePart.BYHOUR, Frequency.HOURLY, 24),
        limit(RulePart.BYMINUTE, Frequency.MINUTELY, 60),
        limit(RulePart.BYSECOND, Frequency.SECONDLY, 60));
  }

  private long limit(RulePart part, Frequency longest, int values) {
    boolean limits = parts.has(part) && frequency.compareTo(longest) <= 0;
    return limits ? mask(part) : Masks.below(values);
  }

  private long months() {
    if (startDays.month()) {
      return 1L << start.getMonthValue();
    }
    return parts.has(RulePart.BYMONTH) ? mask(RulePart.BYMONTH) : ALL_MONTHS;
  }

  private DaySet days() {
    DaySet days = CalendarMonth::allDays;
    if (parts.has(RulePart.BYWEEKNO)) {
      days = days.and(DaySets.weeks(parts.numbers(RulePart.BYWEEKNO), weekStart(parts)));
    }
    if (parts.has(RulePart.BYYEARDAY)) {
      days = days.and(DaySets.yearDays(parts.numbers(RulePart.BYYEARDAY)));
    }
    if (parts.has(RulePart.BYMONTHDAY) || startDays.dayOfMonth()) {
      days = days.and(DaySets.monthDays(monthDays()));
    }
    if (parts.has(RulePart.BYDAY)) {
      days = days.and(weekdays());
    }
    return startDays.weekday()
        ? days.and(DaySets.weekdays(1L << start.getDayOfWeek().getValue() - 1))
        : days;
  }

  private List<Integer> monthDays() {
    return startDays.dayOfMonth()
        ? List.of(start.getDayOfMonth())
        : parts.numbers(RulePart.BYMONTHDAY);
  }

  private DaySet weekdays() {
    List<String> items = parts.items(RulePart.BYDAY);
    DaySet plain =
        DaySets.weekdays(
            Masks.of(items.stream().filter(i -> i.length() == 2).mapToInt(RuleReader::weekday)));
    return items.stream()
        .filter(item -> item.length() > 2)
        .distinct()
        .map(this::numbered)
        .reduce(plain, (a, b) -> month -> a.of(month) | b.of(month));
  }

  private DaySet numbered(String item) {
    int number = Integer.parseInt(item.substring(0, item.length() - 2));
    NumberedWeekday weekday = new NumberedWeekday(number, weekday(item));
    boolean isOfMonth = frequency == Frequency.MONTHLY || parts.has(RulePart.BYMONTH);
    return isOfMonth ? DaySets.numberedInMonth(weekday) : DaySets.numberedInYear(weekday);
  }

  private static int weekday(String item) {
    return WEEKDAYS.indexOf(item.substring(item.length() - 2));
  }

  private static int weekStart(RuleParts parts) {
    return parts.has(RulePart.WKST) ? weekday(parts.value(RulePart.WKST)) : 0;
  }
}
