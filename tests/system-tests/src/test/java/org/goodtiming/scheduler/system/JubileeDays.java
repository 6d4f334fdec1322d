package org.goodtiming.scheduler.system;

import java.time.LocalDate;
import org.goodtiming.scheduler.recurrence.calendar.CustomDays;

/** A calendar of an application, which excludes the first day of each century. */
public final class JubileeDays implements CustomDays {

  @Override
  public String name() {
    return "jubilee";
  }

  @Override
  public boolean excludes(LocalDate day) {
    return day.getYear() % 100 == 0 && day.getDayOfYear() == 1;
  }
}
