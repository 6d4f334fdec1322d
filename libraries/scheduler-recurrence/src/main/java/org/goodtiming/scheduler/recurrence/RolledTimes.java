package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.function.Function;
import org.goodtiming.scheduler.recurrence.calendar.ZonedCalendar;
import org.jspecify.annotations.Nullable;

/**
 * Due times whose days are rolled: all times of the days that move to the same working day are
 * compared, since the order of their times of the day is not that of their days.
 */
final class RolledTimes {
  /** More excluded days in a row than a year has end the search. */
  private static final int MAX_DAYS = 400;

  /** Ends a search if it looks at more days. */
  private static final int MAX_LOOKS = 4_000;

  private final Recurrence recurrence;
  private final ZonedCalendar calendar;
  private final Function<Instant, @Nullable DueTime> planned;
  private int looksLeft;

  /**
   * @param planned the first time after an instant that is due without roll and calendar
   */
  RolledTimes(
      Recurrence recurrence, ZonedCalendar calendar, Function<Instant, @Nullable DueTime> planned) {
    this.recurrence = recurrence;
    this.calendar = calendar;
    this.planned = planned;
  }

  void beginSearch() {
    looksLeft = MAX_LOOKS;
  }

  /** The next due time; null when there is none, or the search has looked at too many days. */
  @Nullable DueTime nextAfter(Instant after) {
    DueTime due = search(after);
    return looksLeft > 0 ? due : null;
  }

  private @Nullable DueTime search(Instant after) {
    LocalDate target = workingDay(date(after), 1);
    DueTime due = target == null ? null : firstOn(target, after);
    while (due == null && target != null && looksLeft > 0) {
      DueTime next = planned(lastSource(target).plusDays(1).atStartOfDay());
      target = next == null ? null : workingDay(date(next.at()), isBack() ? -1 : 1);
      due = target == null ? null : firstOn(target, after);
    }
    return due;
  }

  /** The first due time of a working day, with those of the days that move to it. */
  private @Nullable DueTime firstOn(LocalDate target, Instant after) {
    DueTime first = null;
    LocalDate last = lastSource(target);
    LocalDate day = firstSource(target);
    while (day != null && !day.isAfter(last) && looksLeft-- > 0) {
      DueTime due = firstOf(day, target, after);
      LocalDate found = due == null ? null : date(due.at());
      if (due != null && day.equals(found)) {
        first = earlier(first, moved(due, target));
        found = day.plusDays(1);
      }
      day = found;
    }
    return first;
  }

  /** The first planned time of a day that is due after an instant, or one of a later day. */
  private @Nullable DueTime firstOf(LocalDate day, LocalDate target, Instant after) {
    if (day.equals(date(after)) && day.equals(target)) {
      return planned.apply(after);
    }
    boolean isPartOfDay = target.equals(date(after));
    DueTime due =
        planned(isPartOfDay ? day.atTime(local(after).toLocalTime()) : day.atStartOfDay());
    while (due != null && day.equals(date(due.at())) && !isMovedPast(due, target, after)) {
      due = planned.apply(due.at());
    }
    return due;
  }

  private boolean isMovedPast(DueTime due, LocalDate target, Instant after) {
    DueTime moved = moved(due, target);
    return moved != null && moved.at().isAfter(after);
  }

  private @Nullable DueTime planned(LocalDateTime from) {
    Instant after = calendar.first(from).minusNanos(1);
    return planned.apply(recurrence.bounds().searchAfter(after));
  }

  /** Null when clocks skip the time of the working day, and the policy too. */
  private @Nullable DueTime moved(DueTime due, LocalDate target) {
    LocalDateTime time = local(due.at());
    if (time.toLocalDate().equals(target)) {
      return due;
    }
    String reason =
        "%splanned for %s, excluded by %s: moved %s"
            .formatted(
                due.shift() == null ? "" : due.shift() + "; ",
                time,
                calendar.calendar(),
                isBack() ? "back" : "forward");
    return recurrence
        .daylightSaving()
        .dueTimes(target.atTime(time.toLocalTime()), recurrence.zone())
        .stream()
        .findFirst()
        .map(moved -> new DueTime(moved.at(), joined(reason, moved.shift())))
        .orElse(null);
  }

  private static String joined(String reason, @Nullable String shift) {
    return shift == null ? reason : reason + "; " + shift;
  }

  private LocalDate firstSource(LocalDate target) {
    return isBack() ? target : lastExcluded(target, -1);
  }

  private LocalDate lastSource(LocalDate target) {
    return isBack() ? lastExcluded(target, 1) : target;
  }

  /** The last of the excluded days that follow a day in a direction; the day without any. */
  private LocalDate lastExcluded(LocalDate day, int step) {
    LocalDate last = day;
    for (int i = 0; i < MAX_DAYS && looksLeft > 0 && isExcluded(last.plusDays(step)); i++) {
      last = last.plusDays(step);
    }
    return last;
  }

  /** The day, or the next one in a direction that is not excluded. */
  private @Nullable LocalDate workingDay(LocalDate day, int step) {
    LocalDate found = day;
    for (int i = 0; i < MAX_DAYS && looksLeft > 0; i++) {
      if (!isExcluded(found)) {
        return found;
      }
      found = found.plusDays(step);
    }
    return null;
  }

  private boolean isExcluded(LocalDate day) {
    looksLeft -= calendar.calendar().parts();
    LocalDateTime end = day.plusDays(1).atStartOfDay();
    LocalDateTime time = day.atStartOfDay();
    for (int i = 0; i < MAX_DAYS && time.isBefore(end) && !calendar.isOpen(time, end); i++) {
      time = calendar.calendar().unchangedUntil(time);
    }
    return !time.isBefore(end);
  }

  private boolean isBack() {
    return recurrence.deviations().roll() == Roll.BACK;
  }

  private LocalDate date(Instant instant) {
    return local(instant).toLocalDate();
  }

  private LocalDateTime local(Instant instant) {
    return LocalDateTime.ofInstant(instant, recurrence.zone());
  }

  private static @Nullable DueTime earlier(@Nullable DueTime a, @Nullable DueTime b) {
    return a == null || (b != null && b.at().isBefore(a.at())) ? b : a;
  }
}
