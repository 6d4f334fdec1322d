package org.goodtiming.scheduler.recurrence.cron;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A cron expression with seconds and an optional year, or the five fields of a crontab, on
 * wall-clock time. Two expressions are equal when their texts are, apart from case and spaces.
 */
public final class CronExpression {
  private final String kind;
  private final String text;
  private final String dayPhrase;
  private final CronDays days;
  private final CronTimes times;

  CronExpression(String kind, String text, String dayPhrase, CronDays days, CronTimes times) {
    this.kind = kind;
    this.text = text;
    this.dayPhrase = dayPhrase;
    this.days = days;
    this.times = times;
  }

  /**
   * @throws org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException when the text
   *     cannot be read, or is never due
   */
  public static CronExpression parse(String text) {
    return CronParser.parse(text);
  }

  /**
   * Reads minute, hour, day of month, month and day of week as a crontab does: if both days are
   * restricted, one of them is enough.
   *
   * @throws org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException when the text
   *     cannot be read, or is never due
   */
  public static CronExpression parseUnix(String text) {
    return CronParser.parseUnix(text);
  }

  /** The kind of the text form: {@code cron} or {@code unix}. */
  public String kind() {
    return kind;
  }

  /** The first due time that is not before the given one; null when there is none. */
  public @Nullable LocalDateTime nextOrSame(LocalDateTime from) {
    LocalDateTime second = wholeSecond(from);
    LocalDate day = second.toLocalDate();
    if (days.contains(day)) {
      LocalTime time = times.nextOrSame(second.toLocalTime());
      if (time != null) {
        return day.atTime(time);
      }
    }
    LocalDate next = days.nextOrSame(day.plusDays(1));
    return next == null ? null : next.atTime(times.first());
  }

  /** The number of due times from one time, included, to another, excluded. */
  public long count(LocalDateTime from, LocalDateTime to) {
    LocalDateTime first = wholeSecond(from);
    LocalDateTime end = wholeSecond(to);
    if (!first.isBefore(end)) {
      return 0;
    }
    long wholeDays = days.count(first.toLocalDate(), end.toLocalDate());
    return wholeDays * times.count() + countOfDayBefore(end) - countOfDayBefore(first);
  }

  private int countOfDayBefore(LocalDateTime end) {
    return days.contains(end.toLocalDate()) ? times.countBefore(end.toLocalTime()) : 0;
  }

  /** Whether the second is one of the due times. */
  public boolean matches(LocalDateTime second) {
    return times.contains(second.toLocalTime()) && days.contains(second.toLocalDate());
  }

  /** The end of the second, minute, hour or day in which either all seconds match or none. */
  public LocalDateTime endOfUnit(LocalDateTime time) {
    ChronoUnit unit = times.coarsestUnit();
    return time.truncatedTo(unit).plus(1, unit);
  }

  /** Hours or minutes have a step or are all: a distance, not particular times of the day. */
  public boolean isInterval() {
    return times.isInterval();
  }

  /** A phrase in English, such as "at 06:00 on MON-FRI". */
  public String describe() {
    return CronPhrase.of(dayPhrase, days, times);
  }

  CronDays days() {
    return days;
  }

  private static LocalDateTime wholeSecond(LocalDateTime time) {
    LocalDateTime second = time.truncatedTo(ChronoUnit.SECONDS);
    return second.equals(time) ? second : second.plusSeconds(1);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CronExpression that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
