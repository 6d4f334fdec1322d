package org.goodtiming.scheduler.recurrence;

import java.time.LocalDate;
import org.goodtiming.scheduler.recurrence.calendar.CustomDays;

/** A calendar of an application. */
public final class TradingDays implements CustomDays {

  @Override
  public String name() {
    return "trading";
  }

  @Override
  public boolean excludes(LocalDate day) {
    return day.getDayOfMonth() % 2 == 0;
  }
}
