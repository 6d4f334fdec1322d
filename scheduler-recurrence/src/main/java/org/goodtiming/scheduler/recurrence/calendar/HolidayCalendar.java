package org.goodtiming.scheduler.recurrence.calendar;

import de.focus_shift.jollyday.core.CalendarHierarchy;
import de.focus_shift.jollyday.core.HolidayManager;
import de.focus_shift.jollyday.core.HolidayType;
import de.focus_shift.jollyday.core.ManagerParameters;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/**
 * {@code holidays:DE-BE}: the public holidays of a country, or of one of its regions, in the years
 * 1970 to 2099. Other years have none.
 */
public record HolidayCalendar(String region) implements DayCalendar {
  private static final int FIRST_YEAR = 1970;
  private static final int LAST_YEAR = 2099;

  public HolidayCalendar {
    region = region.toUpperCase(Locale.ROOT);
    check(region);
  }

  private static void check(String region) {
    Set<String> countries = HolidayManager.getSupportedCalendarCodes();
    String[] codes = codes(region);
    if (codes.length > 2 || !countries.contains(codes[0].toUpperCase(Locale.ROOT))) {
      throw refused(region, "write a country such as DE, or a region such as DE-BE");
    }
    CalendarHierarchy country = manager(codes[0]).getCalendarHierarchy();
    if (codes.length == 2 && !country.getChildren().containsKey(codes[1])) {
      Set<String> regions = new TreeSet<>(country.getChildren().keySet());
      throw refused(region, "regions of the country are " + regions);
    }
  }

  private static RecurrenceSyntaxException refused(String region, String cure) {
    return new RecurrenceSyntaxException("holidays '%s': %s".formatted(region, cure));
  }

  /** The library keeps one manager for each country, and the holidays of each year. */
  private static HolidayManager manager(String country) {
    return HolidayManager.getInstance(ManagerParameters.create(country));
  }

  private static String[] codes(String region) {
    return region.toLowerCase(Locale.ROOT).split("-", -1);
  }

  @Override
  public boolean excludes(LocalDate day) {
    if (day.getYear() < FIRST_YEAR || day.getYear() > LAST_YEAR) {
      return false;
    }
    String[] codes = codes(region);
    return codes.length == 1
        ? manager(codes[0]).isHoliday(day, HolidayType.PUBLIC_HOLIDAY)
        : manager(codes[0]).isHoliday(day, HolidayType.PUBLIC_HOLIDAY, codes[1]);
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
