package org.goodtiming.scheduler.recurrence.icalendar;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.WeekFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The meaning of a rule by RFC 5545 alone: walks over all periods from a time on, over the days and
 * seconds of each, and asks each part of the rule.
 */
public final class RuleWalk {
  private static final List<String> WEEKDAYS = List.of("MO", "TU", "WE", "TH", "FR", "SA", "SU");
  private static final List<String> FREQUENCIES =
      List.of("SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY");

  /** Where a walk over times that come often ends. */
  private static final int MAX_TIMES = 200;

  private final Map<String, List<String>> parts = new HashMap<>();
  private final Map<String, List<Integer>> numbers = new HashMap<>();
  private final LocalDateTime start;
  private final int freq;
  private final int interval;
  private final DayOfWeek weekStart;

  public RuleWalk(String rule, LocalDateTime start) {
    for (String part : rule.split(";")) {
      parts.put(part.split("=")[0], Arrays.asList(part.split("=")[1].split(",")));
    }
    this.start = start;
    this.freq = FREQUENCIES.indexOf(parts.get("FREQ").get(0));
    this.interval = has("INTERVAL") ? Integer.parseInt(parts.get("INTERVAL").get(0)) : 1;
    this.weekStart = has("WKST") ? weekday(parts.get("WKST").get(0)) : DayOfWeek.MONDAY;
  }

  /** The times from one time to before another, and where the walk ended. */
  public record Walked(List<LocalDateTime> times, LocalDateTime end) {}

  public Walked from(LocalDateTime from, LocalDateTime to) {
    List<LocalDateTime> times = new ArrayList<>();
    LocalDateTime period = periodOf(from);
    while (period.isBefore(to) && times.size() < MAX_TIMES) {
      LocalDateTime next = period.plus(1, unit());
      if (freq < 3 && !matchesDay(period.toLocalDate())) {
        next = period.toLocalDate().plusDays(1).atStartOfDay();
      } else if (unit().between(periodOf(start), period) % interval == 0) {
        times.addAll(atPositions(timesOf(period, next)));
      }
      period = next;
    }
    LocalDateTime end = period.isBefore(to) ? period : to;
    times.removeIf(time -> time.isBefore(from) || time.isBefore(start) || !time.isBefore(end));
    return new Walked(times, end);
  }

  private ChronoUnit unit() {
    return List.of(
            ChronoUnit.SECONDS,
            ChronoUnit.MINUTES,
            ChronoUnit.HOURS,
            ChronoUnit.DAYS,
            ChronoUnit.WEEKS,
            ChronoUnit.MONTHS,
            ChronoUnit.YEARS)
        .get(freq);
  }

  private LocalDateTime periodOf(LocalDateTime time) {
    LocalDate day = time.toLocalDate();
    return switch (freq) {
      case 4 -> day.with(TemporalAdjusters.previousOrSame(weekStart)).atStartOfDay();
      case 5 -> day.withDayOfMonth(1).atStartOfDay();
      case 6 -> day.withDayOfYear(1).atStartOfDay();
      default -> time.truncatedTo(unit());
    };
  }

  private List<LocalDateTime> timesOf(LocalDateTime from, LocalDateTime to) {
    List<LocalDateTime> times = new ArrayList<>();
    for (LocalDate day = from.toLocalDate();
        day.atStartOfDay().isBefore(to);
        day = day.plusDays(1)) {
      if (matchesDay(day)) {
        addTimes(day, from, times);
      }
    }
    return times;
  }

  /** A part limits units that are as long as the period, and names times of longer periods. */
  private void addTimes(LocalDate day, LocalDateTime from, List<LocalDateTime> times) {
    for (int hour : units("BYHOUR", 24, from.getHour(), freq > 2, start.getHour())) {
      for (int minute : units("BYMINUTE", 60, from.getMinute(), freq > 1, start.getMinute())) {
        for (int second : units("BYSECOND", 60, from.getSecond(), freq > 0, start.getSecond())) {
          times.add(day.atTime(hour, minute, second));
        }
      }
    }
  }

  private List<Integer> units(String part, int end, int ofPeriod, boolean expands, int ofStart) {
    List<Integer> named = has(part) ? numbers(part) : null;
    if (!expands) {
      return named == null || named.contains(ofPeriod) ? List.of(ofPeriod) : List.of();
    }
    return IntStream.range(0, end)
        .filter(value -> named == null ? value == ofStart : named.contains(value))
        .boxed()
        .toList();
  }

  private List<LocalDateTime> atPositions(List<LocalDateTime> all) {
    if (!has("BYSETPOS")) {
      return all;
    }
    TreeSet<LocalDateTime> chosen = new TreeSet<>();
    for (int position : numbers("BYSETPOS")) {
      int index = position > 0 ? position - 1 : all.size() + position;
      if (index >= 0 && index < all.size()) {
        chosen.add(all.get(index));
      }
    }
    return List.copyOf(chosen);
  }

  private boolean matchesDay(LocalDate day) {
    return allowsDay("BYMONTH", value -> value == day.getMonthValue())
        && allowsDay("BYMONTHDAY", value -> is(value, day.getDayOfMonth(), day.lengthOfMonth()))
        && allowsDay("BYYEARDAY", value -> is(value, day.getDayOfYear(), day.lengthOfYear()))
        && allowsDay("BYWEEKNO", value -> isWeek(value, day))
        && (!has("BYDAY") || parts.get("BYDAY").stream().anyMatch(item -> isWeekday(item, day)))
        && matchesStart(day);
  }

  private boolean allowsDay(String part, IntPredicate matches) {
    return !has(part) || numbers(part).stream().anyMatch(matches::test);
  }

  /** A number from the begin or, if negative, from the end. */
  private static boolean is(int value, int number, int length) {
    return value == number || value == number - length - 1;
  }

  private boolean isWeek(int value, LocalDate day) {
    WeekFields weeks = WeekFields.of(weekStart, 4);
    int weeksOfYear = (int) weeks.weekOfWeekBasedYear().rangeRefinedBy(day).getMaximum();
    return is(value, day.get(weeks.weekOfWeekBasedYear()), weeksOfYear);
  }

  private boolean isWeekday(String item, LocalDate day) {
    if (day.getDayOfWeek() != weekday(item)) {
      return false;
    }
    String number = item.substring(0, item.length() - 2);
    boolean ofMonth = freq == 5 || has("BYMONTH");
    int length = ofMonth ? day.lengthOfMonth() : day.lengthOfYear();
    int fromBegin = ofMonth ? day.getDayOfMonth() : day.getDayOfYear();
    return number.isEmpty()
        || Integer.parseInt(number) == (fromBegin + 6) / 7
        || Integer.parseInt(number) == -(length - fromBegin + 7) / 7;
  }

  /** The parts that are missing come from the start. */
  private boolean matchesStart(LocalDate day) {
    boolean dayOfMonth = has("BYMONTHDAY");
    boolean weekday = has("BYDAY");
    if (freq == 4) {
      return weekday || day.getDayOfWeek() == start.getDayOfWeek();
    }
    if (freq == 5) {
      return weekday || dayOfMonth || day.getDayOfMonth() == start.getDayOfMonth();
    }
    boolean anyDay = weekday || dayOfMonth || has("BYWEEKNO") || has("BYYEARDAY");
    return freq != 6
        || anyDay
        || (day.getDayOfMonth() == start.getDayOfMonth()
            && (has("BYMONTH") || day.getMonth() == start.getMonth()));
  }

  private boolean has(String part) {
    return parts.containsKey(part);
  }

  private List<Integer> numbers(String part) {
    return numbers.computeIfAbsent(
        part, name -> parts.get(name).stream().map(Integer::valueOf).toList());
  }

  private static DayOfWeek weekday(String item) {
    return DayOfWeek.of(WEEKDAYS.indexOf(item.substring(item.length() - 2)) + 1);
  }
}
