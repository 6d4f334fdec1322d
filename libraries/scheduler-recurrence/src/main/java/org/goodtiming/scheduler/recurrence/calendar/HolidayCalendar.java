package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDate;
import java.util.Locale;

/**
 * {@code holidays:DE-BE}: the public holidays of a country, or of one of its regions, in the years
 * 1970 to 2099. Other years have none.
 */
public record HolidayCalendar(String region) implements DayCalendar {

  public HolidayCalendar {
    region = region.toUpperCase(Locale.ROOT);
    PublicHolidays.of(region);
  }

  @Override
  public boolean excludes(LocalDate day) {
    return PublicHolidays.of(region).contains(day);
  }

  @Override
  public LocalDate unchangedUntil(LocalDate day) {
    return excludes(day) ? day.plusDays(1) : PublicHolidays.of(region).firstAfter(day);
  }

  @Override
  public String describe() {
    return "on public holidays of " + region;
  }

  @Override
  public String toString() {
    return "holidays:" + region;
  }
}
