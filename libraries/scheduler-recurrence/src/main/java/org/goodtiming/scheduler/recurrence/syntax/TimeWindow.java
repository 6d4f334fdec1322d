package org.goodtiming.scheduler.recurrence.syntax;

import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;

/** {@code 09:00-17:00}: a part of a day; {@code 22:00-06:00} ends on the next day. */
public record TimeWindow(LocalTime from, LocalTime to) {

  public TimeWindow {
    if (from.equals(to)) {
      throw refused(from + "-" + to);
    }
  }

  /**
   * @throws RecurrenceSyntaxException when the text is not two different times of a day
   */
  public static TimeWindow parse(String text) {
    String[] times = text.split("-", -1);
    if (times.length != 2) {
      throw refused(text);
    }
    try {
      return new TimeWindow(LocalTime.parse(times[0]), LocalTime.parse(times[1]));
    } catch (DateTimeParseException e) {
      throw refused(text);
    }
  }

  public boolean isOverMidnight() {
    return to.isBefore(from);
  }

  public Duration length() {
    Duration sameDay = Duration.between(from, to);
    return isOverMidnight() ? sameDay.plusDays(1) : sameDay;
  }

  /** "from 09:00 to 17:00". */
  public String describe() {
    return "from %s to %s%s".formatted(from, to, isOverMidnight() ? " of the next day" : "");
  }

  private static RecurrenceSyntaxException refused(String text) {
    return new RecurrenceSyntaxException(
        "window '%s': write two different times of a day such as 09:00-17:00".formatted(text));
  }

  @Override
  public String toString() {
    return from + "-" + to;
  }
}
