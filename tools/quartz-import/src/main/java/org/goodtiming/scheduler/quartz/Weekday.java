package org.goodtiming.scheduler.quartz;

import java.util.List;

/** Weekdays as Quartz numbers them, 1 for Sunday, by their names in cron expressions. */
final class Weekday {
  private static final List<String> NAMES =
      List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

  private Weekday() {}

  static String name(int number) {
    return NAMES.get(number - 1);
  }
}
