package org.goodtiming.scheduler.recurrence.syntax;

import java.time.LocalTime;
import java.time.format.DateTimeParseException;

/** {@code 09:00-17:00}: a part of a day. */
public record TimeWindow(LocalTime from, LocalTime to) {

  public TimeWindow {
    if (!from.isBefore(to)) {
      throw refused(from + "-" + to);
    }
  }

  /**
   * @throws RecurrenceSyntaxException when the text is not two times of a day in their order
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

  private static RecurrenceSyntaxException refused(String text) {
    return new RecurrenceSyntaxException(
        "window '%s': write two times of a day such as 09:00-17:00, the earlier first"
            .formatted(text));
  }

  @Override
  public String toString() {
    return from + "-" + to;
  }
}
