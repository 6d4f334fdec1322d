package org.goodtiming.scheduler.recurrence;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.goodtiming.scheduler.recurrence.syntax.English;
import org.goodtiming.scheduler.recurrence.syntax.TimeWindow;
import org.goodtiming.scheduler.recurrence.syntax.Weekdays;
import org.jspecify.annotations.Nullable;

/**
 * {@code daily:PT20M/09:00-17:00/MON-FRI}: in steps from the start of the window that begins on
 * each of the days; the end is included.
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
  public LocalDateTime nextOrSame(LocalDateTime from, Anchor anchor) {
    LocalDate day = from.toLocalDate().minusDays(window.isOverMidnight() ? 1 : 0);
    LocalDateTime next = nextInWindow(day, from);
    while (next == null) {
      day = day.plusDays(1);
      next = nextInWindow(day, from);
    }
    return next;
  }

  /** The first time in the window that begins on the day; null when there is none. */
  private @Nullable LocalDateTime nextInWindow(LocalDate day, LocalDateTime from) {
    LocalDateTime begin = day.atTime(window.from());
    if (!days.contains(day.getDayOfWeek())) {
      return null;
    }
    if (!begin.isBefore(from)) {
      return begin;
    }
    long steps = Duration.between(begin, from).plus(every).minusNanos(1).dividedBy(every);
    Duration next = every.multipliedBy(steps);
    return next.compareTo(window.length()) <= 0 ? begin.plus(next) : null;
  }

  @Override
  public boolean isInterval() {
    return true;
  }

  @Override
  public String describe() {
    return "%s %s on %s"
        .formatted(English.every(Phrases.duration(every)), window.describe(), days.describe());
  }

  @Override
  public String toString() {
    return "daily:%s/%s/%s".formatted(every, window, days);
  }
}
