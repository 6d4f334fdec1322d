package org.goodtiming.scheduler.recurrence.calendar;

import de.focus_shift.jollyday.core.Holiday;
import de.focus_shift.jollyday.core.HolidayManager;
import de.focus_shift.jollyday.core.HolidayType;
import de.focus_shift.jollyday.core.ManagerParameters;
import java.time.LocalDate;
import java.time.Year;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/**
 * The public holidays of a country or region. The library takes microseconds to answer for one day,
 * and longer for the first of a year: each year is asked for once.
 */
final class PublicHolidays {
  private static final int FIRST_YEAR = 1970;
  private static final int LAST_YEAR = 2099;
  private static final Map<String, PublicHolidays> REGIONS = new ConcurrentHashMap<>();

  private final HolidayManager manager;
  private final String[] regions;
  private final Map<Integer, NavigableSet<LocalDate>> years = new ConcurrentHashMap<>();

  private PublicHolidays(HolidayManager manager, String[] regions) {
    this.manager = manager;
    this.regions = regions;
  }

  /**
   * @throws RecurrenceSyntaxException when there is no such country or region, or no Jollyday
   */
  static PublicHolidays of(String region) {
    PublicHolidays known = REGIONS.get(region);
    try {
      return known == null ? read(region) : known;
    } catch (NoClassDefFoundError e) {
      throw refused(region, "add jollyday-core and jollyday-jaxb to the class path");
    }
  }

  private static PublicHolidays read(String region) {
    String[] codes = region.toLowerCase(Locale.ROOT).split("-", -1);
    Set<String> countries = HolidayManager.getSupportedCalendarCodes();
    if (codes.length > 2 || !countries.contains(codes[0].toUpperCase(Locale.ROOT))) {
      throw refused(region, "write a country such as DE, or a region such as DE-BE");
    }
    HolidayManager manager = HolidayManager.getInstance(ManagerParameters.create(codes[0]));
    Set<String> regions = manager.getCalendarHierarchy().getChildren().keySet();
    if (codes.length == 2 && !regions.contains(codes[1])) {
      throw refused(region, "regions of the country are " + new TreeSet<>(regions));
    }
    String[] ofCountry = codes.length == 2 ? new String[] {codes[1]} : new String[0];
    PublicHolidays holidays = new PublicHolidays(manager, ofCountry);
    REGIONS.put(region, holidays);
    return holidays;
  }

  private static RecurrenceSyntaxException refused(String region, String cure) {
    return new RecurrenceSyntaxException("holidays '%s': %s".formatted(region, cure));
  }

  boolean contains(LocalDate day) {
    return daysOf(day.getYear()).contains(day);
  }

  /**
   * The first holiday after the day, or the beginning of the next year if this year has no more.
   */
  LocalDate firstAfter(LocalDate day) {
    LocalDate next = daysOf(day.getYear()).higher(day);
    return next == null ? LocalDate.of(day.getYear() + 1, 1, 1) : next;
  }

  private NavigableSet<LocalDate> daysOf(int year) {
    return year < FIRST_YEAR || year > LAST_YEAR
        ? new TreeSet<>()
        : years.computeIfAbsent(year, this::read);
  }

  private NavigableSet<LocalDate> read(int year) {
    return manager.getHolidays(Year.of(year), HolidayType.PUBLIC_HOLIDAY, regions).stream()
        .map(Holiday::getDate)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
