package org.goodtiming.scheduler.recurrence;

import java.time.Duration;
import java.util.Locale;
import org.goodtiming.scheduler.recurrence.syntax.English;

/** Phrases for quantities. */
final class Phrases {
  private Phrases() {}

  /** "20 minutes"; mixed lengths stay in ISO-8601. */
  static String duration(Duration duration) {
    if (duration.toNanosPart() != 0) {
      return duration.toString();
    }
    if (duration.toSecondsPart() != 0) {
      return seconds(duration);
    }
    if (duration.toMinutesPart() != 0) {
      return duration.toHours() == 0
          ? English.count(duration.toMinutes(), "minute")
          : duration.toString();
    }
    return duration.toHoursPart() == 0 && !duration.isZero()
        ? English.count(duration.toDays(), "day")
        : English.count(duration.toHours(), "hour");
  }

  private static String seconds(Duration duration) {
    return duration.toMinutes() == 0
        ? English.count(duration.toSeconds(), "second")
        : duration.toString();
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
