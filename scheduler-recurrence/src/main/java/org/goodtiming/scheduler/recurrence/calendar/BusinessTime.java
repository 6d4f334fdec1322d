package org.goodtiming.scheduler.recurrence.calendar;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/**
 * Due times in working time: the time that a calendar does not exclude.
 *
 * @param closed excludes all times that are not working time, such as {@code any(weekly:SAT,SUN;
 *     not(daily:08:00-18:00))}
 */
public record BusinessTime(ExclusionCalendar closed, ZoneId zone) {
  private static final int MOST_CHANGES = 20_000;

  /** Adds working time; counts elapsed time, also across clock changes. */
  public Instant plus(Duration workingTime, Instant from) {
    Duration left = workingTime;
    Instant at = from;
    for (int i = 0; i < MOST_CHANGES; i++) {
      Instant change = later(at, closed.unchangedUntil(local(at)));
      boolean open = !closed.excludes(local(at));
      if (open && left.compareTo(Duration.between(at, change)) <= 0) {
        return at.plus(left);
      }
      left = open ? left.minus(Duration.between(at, change)) : left;
      at = change;
    }
    throw tooRare();
  }

  /**
   * The same time of the day after a number of working days. A working day is a day with some
   * working time. If the result is not working time, it moves to the next working time.
   */
  public Instant plusDays(int workingDays, Instant from) {
    LocalDateTime time = local(from);
    LocalDate day = time.toLocalDate();
    int left = workingDays;
    for (int i = 0; i < MOST_CHANGES && left > 0; i++) {
      day = day.plusDays(1);
      left -= isWorkingDay(day) ? 1 : 0;
    }
    if (left > 0) {
      throw tooRare();
    }
    return plus(Duration.ZERO, day.atTime(time.toLocalTime()).atZone(zone).toInstant());
  }

  private boolean isWorkingDay(LocalDate day) {
    LocalDateTime time = day.atStartOfDay();
    LocalDateTime end = day.plusDays(1).atStartOfDay();
    while (time.isBefore(end) && closed.excludes(time)) {
      time = closed.unchangedUntil(time);
    }
    return time.isBefore(end);
  }

  /** The change on the wall clock as an instant; in an overlap it may appear to be earlier. */
  private Instant later(Instant at, LocalDateTime change) {
    Instant instant = change.atZone(zone).toInstant();
    Instant second = change.atZone(zone).withLaterOffsetAtOverlap().toInstant();
    return instant.isAfter(at) ? instant : second.isAfter(at) ? second : at.plusSeconds(1);
  }

  private LocalDateTime local(Instant instant) {
    return LocalDateTime.ofInstant(instant, zone);
  }

  private RecurrenceSyntaxException tooRare() {
    return new RecurrenceSyntaxException(
        "calendar '%s': leaves too little working time".formatted(closed));
  }
}
