package org.goodtiming.scheduler.recurrence;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.Period;

/** Reads ISO-8601 repeating intervals: repetitions, and two of start, duration and end. */
final class RepeatingIntervals {
  private RepeatingIntervals() {}

  static Rule parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 3) {
      throw ValueReader.refused(
          "iso", text, "write R5/2026-12-01T10:00Z/PT1H, or with an end R5/PT1H/2026-12-01T15:00Z");
    }
    Repetitions repetitions = Repetitions.parse(parts[0]);
    if (parts[1].startsWith("P")) {
      return untilEnd(repetitions, parts[1], ValueReader.time("iso", parts[2]));
    }
    OffsetDateTime start = ValueReader.time("iso", parts[1]);
    if (!parts[2].startsWith("P")) {
      return new RepeatingDuration(
          repetitions, start, Duration.between(start, ValueReader.time("iso", parts[2])));
    }
    return parts[2].startsWith("PT")
        ? new RepeatingDuration(repetitions, start, ValueReader.duration("iso", parts[2]))
        : new RepeatingPeriod(repetitions, start, false, period(parts[2]));
  }

  /** The last interval ends at the end; each begins with a run. */
  private static Rule untilEnd(Repetitions repetitions, String length, OffsetDateTime end) {
    int count = repetitions.count();
    if (count == 0) {
      throw ValueReader.refused("iso", length, "an end needs a number of times, such as R5/");
    }
    if (length.startsWith("PT")) {
      Duration duration = ValueReader.duration("iso", length);
      return new RepeatingDuration(repetitions, end.minus(duration.multipliedBy(count)), duration);
    }
    return new RepeatingPeriod(repetitions, end, true, period(length));
  }

  private static Period period(String text) {
    try {
      return Period.parse(text);
    } catch (DateTimeException e) {
      throw ValueReader.refused("iso", text, "write a duration such as PT1H, P1D or P1M");
    }
  }
}
