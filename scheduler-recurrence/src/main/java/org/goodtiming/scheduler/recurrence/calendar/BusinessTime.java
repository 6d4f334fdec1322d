package org.goodtiming.scheduler.recurrence.calendar;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/**
 * Due times in working time: the time that a calendar does not exclude.
 *
 * @param closed excludes all times that are not working time, such as {@code any(weekly:SAT,SUN;
 *     not(daily:08:00-18:00))}
 */
public record BusinessTime(ExclusionCalendar closed, ZoneId zone) {
  /** Ends the search; a question to a calendar of several parts counts as several. */
  private static final int MOST_QUESTIONS = 10_000;

  private static final int MOST_YEARS = 100;

  /** Adds working time; counts elapsed time, also across clock changes. */
  public Instant plus(Duration workingTime, Instant from) {
    if (workingTime.isNegative()) {
      throw refused("working time", workingTime);
    }
    Duration left = workingTime;
    Instant at = from;
    Budget budget = new Budget(local(from).toLocalDate());
    while (true) {
      budget.ask(local(at).toLocalDate());
      Instant change = later(at, closed.unchangedUntil(local(at)));
      boolean open = !closed.excludes(local(at));
      if (open && left.compareTo(Duration.between(at, change)) <= 0) {
        return at.plus(left);
      }
      left = open ? left.minus(Duration.between(at, change)) : left;
      at = change;
    }
  }

  /**
   * The same time of the day after a number of working days. A working day is a day with some
   * working time. If the result is not working time, it moves to the next working time.
   */
  public Instant plusDays(int workingDays, Instant from) {
    if (workingDays < 0) {
      throw refused("working days", workingDays);
    }
    LocalDateTime time = local(from);
    LocalDate day = time.toLocalDate();
    Budget budget = new Budget(day);
    for (int left = workingDays; left > 0; left -= isWorkingDay(day, budget) ? 1 : 0) {
      day = day.plusDays(1);
    }
    return plus(Duration.ZERO, day.atTime(time.toLocalTime()).atZone(zone).toInstant());
  }

  private static RecurrenceSyntaxException refused(String what, Object value) {
    return new RecurrenceSyntaxException("%s '%s': must not be negative".formatted(what, value));
  }

  private boolean isWorkingDay(LocalDate day, Budget budget) {
    LocalDateTime time = day.atStartOfDay();
    LocalDateTime end = day.plusDays(1).atStartOfDay();
    budget.ask(day);
    while (time.isBefore(end) && closed.excludes(time)) {
      time = closed.unchangedUntil(time);
      budget.ask(day);
    }
    return time.isBefore(end);
  }

  /** The change on the wall clock as an instant; in an overlap it may appear to be earlier. */
  private Instant later(Instant at, LocalDateTime change) {
    ZonedDateTime first = change.atZone(zone);
    if (first.toInstant().isAfter(at)) {
      return first.toInstant();
    }
    Instant second = first.withLaterOffsetAtOverlap().toInstant();
    return second.isAfter(at) ? second : at.plusSeconds(1);
  }

  private LocalDateTime local(Instant instant) {
    return LocalDateTime.ofInstant(instant, zone);
  }

  /** Ends the search for working time that is too rare. */
  private final class Budget {
    private final int parts = closed.parts();
    private final LocalDate end;
    private int left = MOST_QUESTIONS;

    Budget(LocalDate from) {
      this.end = from.plusYears(MOST_YEARS);
    }

    void ask(LocalDate day) {
      left -= parts;
      if (left < 0 || day.isAfter(end)) {
        throw new RecurrenceSyntaxException(
            "calendar '%s': leaves too little working time".formatted(closed));
      }
    }
  }
}
