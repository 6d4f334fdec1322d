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
  /** Ends the search; a question to a calendar of several parts counts as several. */
  private static final int MAX_QUESTIONS = 10_000;

  private static final int MAX_YEARS = 100;

  /** Adds working time; counts elapsed time, also across clock changes. */
  public Instant plus(Duration workingTime, Instant from) {
    if (workingTime.isNegative()) {
      throw refused("working time", workingTime);
    }
    Duration left = workingTime;
    Instant at = from;
    Budget budget = new Budget(date(from));
    while (true) {
      budget.ask(date(at));
      Instant change = closedHere().unchangedUntil(at);
      boolean open = !closedHere().excludes(at);
      if (open && left.compareTo(Duration.between(at, change)) <= 0) {
        return at.plus(left);
      }
      left = open ? left.minus(Duration.between(at, change)) : left;
      at = change;
    }
  }

  /**
   * The same time of the day after a number of working days. A working day is a day with some
   * working time. If the result is not working time, it moves to the next working time. If clocks
   * skip it, the end of the gap stands for it.
   */
  public Instant plusDays(int workingDays, Instant from) {
    if (workingDays < 0) {
      throw refused("working days", workingDays);
    }
    if (workingDays == 0) {
      return plus(Duration.ZERO, from);
    }
    LocalDateTime time = LocalDateTime.ofInstant(from, zone);
    LocalDate day = time.toLocalDate();
    Budget budget = new Budget(day);
    for (int left = workingDays; left > 0; left -= isWorkingDay(day, budget) ? 1 : 0) {
      day = day.plusDays(1);
    }
    return plus(Duration.ZERO, closedHere().first(day.atTime(time.toLocalTime())));
  }

  private static RecurrenceSyntaxException refused(String what, Object value) {
    return new RecurrenceSyntaxException("%s '%s': must not be negative".formatted(what, value));
  }

  private boolean isWorkingDay(LocalDate day, Budget budget) {
    LocalDateTime end = day.plusDays(1).atStartOfDay();
    LocalDateTime time = day.atStartOfDay();
    budget.ask(day);
    while (time.isBefore(end) && !closedHere().isOpen(time, end)) {
      time = closed.unchangedUntil(time);
      budget.ask(day);
    }
    return time.isBefore(end);
  }

  private LocalDate date(Instant at) {
    return LocalDate.ofInstant(at, zone);
  }

  private ZonedCalendar closedHere() {
    return new ZonedCalendar(closed, zone);
  }

  /** Ends the search for working time that is too rare. */
  private final class Budget {
    private final int parts = closed.parts();
    private final LocalDate end;
    private int left = MAX_QUESTIONS;

    Budget(LocalDate from) {
      this.end = from.plusYears(MAX_YEARS);
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
