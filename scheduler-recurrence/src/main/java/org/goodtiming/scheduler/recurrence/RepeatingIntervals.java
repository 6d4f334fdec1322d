package org.goodtiming.scheduler.recurrence;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.Period;

/** Reads ISO-8601 repeating intervals of the form repetitions, start, duration. */
final class RepeatingIntervals {
  private RepeatingIntervals() {}

  static Rule parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 3) {
      throw ValueReader.refused("iso", text, "write R5/2026-12-01T10:00Z/PT1H");
    }
    Repetitions repetitions = Repetitions.parse(parts[0]);
    OffsetDateTime start = start(parts[1]);
    return parts[2].startsWith("PT")
        ? new RepeatingDuration(repetitions, start, ValueReader.duration("iso", parts[2]))
        : new RepeatingPeriod(repetitions, start, period(parts[2]));
  }

  private static OffsetDateTime start(String text) {
    ValueReader.instant("iso", text);
    return OffsetDateTime.parse(text);
  }

  private static Period period(String text) {
    try {
      return Period.parse(text);
    } catch (DateTimeException e) {
      throw ValueReader.refused("iso", text, "write a duration such as PT1H, P1D or P1M");
    }
  }
}
