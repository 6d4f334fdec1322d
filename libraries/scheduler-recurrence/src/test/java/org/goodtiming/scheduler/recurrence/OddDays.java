package org.goodtiming.scheduler.recurrence;

import java.time.LocalDate;
import org.goodtiming.scheduler.recurrence.calendar.CustomDays;

/** Another calendar of an application. */
public final class OddDays implements CustomDays {

  @Override
  public String name() {
    return "odd-days";
  }

  @Override
  public boolean excludes(LocalDate day) {
    return day.getDayOfMonth() % 2 == 1;
  }
}
