package org.goodtiming.scheduler.recurrence;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.goodtiming.scheduler.recurrence.syntax.English;
import org.goodtiming.scheduler.recurrence.syntax.TimeWindow;
import org.goodtiming.scheduler.recurrence.syntax.Weekdays;
import org.jspecify.annotations.Nullable;

/**
 * {@code daily:PT20M/09:00-17:00/MON-FRI}: on each of the days, in steps from the start of the
 * window; the end is included.
 */
public record DailyInterval(Duration every, TimeWindow window, Weekdays days)
    implements WallClockRule {

  public DailyInterval {
    ValueReader.checkPeriod("daily", every);
    if (every.compareTo(Duration.ofDays(1)) > 0) {
      throw ValueReader.refused("daily", every.toString(), "at most PT24H allowed");
    }
  }

  static DailyInterval parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length < 2 || parts.length > 3) {
      throw ValueReader.refused(
          "daily", text, "write PT20M/09:00-17:00 or PT20M/09:00-17:00/MON-FRI");
    }
    return new DailyInterval(
        ValueReader.duration("daily", parts[0]),
        TimeWindow.parse(parts[1]),
        parts.length == 3 ? Weekdays.parse(parts[2]) : Weekdays.all());
  }

  @Override
  public @Nullable LocalDateTime nextOrSame(LocalDateTime from, Anchor anchor) {
    LocalDate day = from.toLocalDate();
    LocalTime today = nextInWindow(from.toLocalTime());
    if (today != null && days.contains(day.getDayOfWeek())) {
      return day.atTime(today);
    }
    LocalDate next = day.plusDays(1);
    while (!days.contains(next.getDayOfWeek())) {
      next = next.plusDays(1);
    }
    return next.atTime(window.from());
  }

  private @Nullable LocalTime nextInWindow(LocalTime from) {
    Duration since = Duration.between(window.from(), from);
    if (since.isNegative() || since.isZero()) {
      return window.from();
    }
    long steps = since.plus(every).minusNanos(1).dividedBy(every);
    Duration next = every.multipliedBy(steps);
    boolean inWindow = next.compareTo(Duration.between(window.from(), window.to())) <= 0;
    return inWindow ? window.from().plus(next) : null;
  }

  @Override
  public boolean isInterval() {
    return true;
  }

  @Override
  public String describe() {
    return "%s from %s to %s on %s"
        .formatted(
            English.every(Phrases.duration(every)), window.from(), window.to(), days.describe());
  }

  @Override
  public String toString() {
    return "daily:%s/%s/%s".formatted(every, window, days);
  }
}
