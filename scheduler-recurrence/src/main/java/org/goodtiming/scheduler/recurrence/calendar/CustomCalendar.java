package org.goodtiming.scheduler.recurrence.calendar;

import java.time.LocalDate;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** {@code custom:trading}: the days that an application's {@link CustomDays} exclude. */
public record CustomCalendar(CustomDays days) implements DayCalendar {
  private static final Map<String, CustomDays> FOUND = new ConcurrentHashMap<>();

  static CustomCalendar named(String name) {
    return new CustomCalendar(FOUND.computeIfAbsent(name, CustomCalendar::find));
  }

  private static CustomDays find(String name) {
    return ServiceLoader.load(CustomDays.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(days -> days.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  private static RecurrenceSyntaxException unknown(String name) {
    return new RecurrenceSyntaxException(
        "calendar 'custom:%s': no %s of this name is in the class path"
            .formatted(name, CustomDays.class.getName()));
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
