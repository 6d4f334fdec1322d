package org.goodtiming.scheduler.quartz;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.quartz.Calendar;
import org.quartz.impl.calendar.AnnualCalendar;
import org.quartz.impl.calendar.BaseCalendar;
import org.quartz.impl.calendar.CronCalendar;
import org.quartz.impl.calendar.DailyCalendar;
import org.quartz.impl.calendar.HolidayCalendar;
import org.quartz.impl.calendar.MonthlyCalendar;
import org.quartz.impl.calendar.WeeklyCalendar;

/**
 * Converts a Quartz calendar and its base calendars to an exclusion calendar. Uses the time zone of
 * this JVM where Quartz uses the default of its JVM.
 */
final class CalendarConversion {
  private static final LocalTime LAST_SECOND = LocalTime.of(23, 59, 59);
  private static final long ANY_DAY = Instant.parse("2026-01-15T12:00:00Z").toEpochMilli();
  private static final Function<java.util.Calendar, String> DAY_OF_YEAR =
      day ->
          "%02d-%02d"
              .formatted(
                  day.get(java.util.Calendar.MONTH) + 1, day.get(java.util.Calendar.DAY_OF_MONTH));

  private CalendarConversion() {}

  /**
   * Converts a calendar.
   *
   * @throws ImportException if it excludes nothing, or is of a class that is not known here
   */
  static ExclusionCalendar of(Calendar calendar) {
    List<String> texts = new ArrayList<>();
    for (Calendar one = calendar; one != null; one = one.getBaseCalendar()) {
      String text = text(one);
      if (!text.endsWith(":")) {
        texts.add(text);
      }
    }
    if (texts.isEmpty()) {
      throw new ImportException("its calendar excludes nothing: remove it from the trigger");
    }
    return ExclusionCalendar.parse(
        texts.size() == 1 ? texts.get(0) : "any(" + String.join("; ", texts) + ")");
  }

  // An empty list of days ends with the colon
  private static String text(Calendar calendar) {
    if (calendar instanceof WeeklyCalendar weekly) {
      return "weekly:" + joined(7, weekly::isDayExcluded, Weekday::name);
    }
    if (calendar instanceof MonthlyCalendar monthly) {
      String days = joined(31, monthly::isDayExcluded, Integer::toString);
      return "cron:" + (days.isEmpty() ? "" : "* * * " + days + " * ?");
    }
    if (calendar instanceof AnnualCalendar annual) {
      return "annual:"
          + annual.getDaysExcluded().stream().map(DAY_OF_YEAR).sorted().collect(joining(","));
    }
    if (calendar instanceof HolidayCalendar holidays) {
      ZoneId zone = zone(holidays);
      return "dates:"
          + holidays.getExcludedDates().stream()
              .map(day -> day.toInstant().atZone(zone).toLocalDate().toString())
              .collect(joining(","));
    }
    if (calendar instanceof DailyCalendar daily) {
      String window = "daily:" + window(daily);
      return daily.getInvertTimeRange() ? "not(" + window + ")" : window;
    }
    if (calendar instanceof CronCalendar cron) {
      return "cron:" + cron.getCronExpression().getCronExpression();
    }
    if (calendar.getClass() == BaseCalendar.class) {
      return ":";
    }
    throw new ImportException("calendars of " + calendar.getClass() + " are not supported");
  }

  private static String joined(int numbers, IntPredicate excluded, IntFunction<String> name) {
    return IntStream.rangeClosed(1, numbers).filter(excluded).mapToObj(name).collect(joining(","));
  }

  // Quartz excludes the end of the range, too; due times are whole seconds
  private static String window(DailyCalendar daily) {
    LocalTime to = time(daily, daily.getTimeRangeEndingTimeInMillis(ANY_DAY));
    boolean endIsSecond = to.getNano() == 0 && to.isBefore(LAST_SECOND);
    return time(daily, daily.getTimeRangeStartingTimeInMillis(ANY_DAY))
        + "-"
        + (endIsSecond ? to.plusSeconds(1) : to);
  }

  private static LocalTime time(DailyCalendar daily, long millis) {
    return Instant.ofEpochMilli(millis).atZone(zone(daily)).toLocalTime();
  }

  private static ZoneId zone(BaseCalendar calendar) {
    TimeZone zone = calendar.getTimeZone();
    return zone == null ? ZoneId.systemDefault() : zone.toZoneId();
  }
}
