package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDate;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** {@code custom:trading}: the days that an application's {@link CustomDays} exclude. */
public record CustomCalendar(CustomDays days) implements DayCalendar {
  private static final Map<String, CustomDays> FOUND = new ConcurrentHashMap<>();

  static CustomCalendar named(String name) {
    return new CustomCalendar(FOUND.computeIfAbsent(name, CustomCalendar::find));
  }

  /** Finds a calendar of the caller's application, or beside this library. */
  private static CustomDays find(String name) {
    try {
      return Stream.of(
              ServiceLoader.load(CustomDays.class),
              ServiceLoader.load(CustomDays.class, CustomDays.class.getClassLoader()))
          .flatMap(ServiceLoader::stream)
          .map(ServiceLoader.Provider::get)
          .filter(days -> days.name().equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  refused(
                      name,
                      "no " + CustomDays.class.getName() + " of this name is in the class path"));
    } catch (ServiceConfigurationError e) {
      throw refused(name, "cannot load the calendars of the class path: " + e.getMessage());
    }
  }

  private static RecurrenceSyntaxException refused(String name, String why) {
    return new RecurrenceSyntaxException("calendar 'custom:%s': %s".formatted(name, why));
  }

  @Override
  public boolean excludes(LocalDate day) {
    return days.excludes(day);
  }

  @Override
  public String describe() {
    return "on days of " + days.name();
  }

  @Override
  public String toString() {
    return "custom:" + days.name();
  }
}
