package org.goodtiming.scheduler.recurrence;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.goodtiming.scheduler.recurrence.syntax.IsoTime;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/** Reads the values of text forms; the refusal names the place, the value and the correction. */
final class ValueReader {
  private static final Duration MIN_LENGTH = Duration.ofSeconds(1);
  private static final Duration MAX_LENGTH = Duration.ofDays(36_525);

  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9998-12-31T23:59:59.999999999Z");

  private ValueReader() {}

  static Duration duration(String place, String text) {
    if (text.matches("P[1-9][0-9]{0,3}W")) {
      return Duration.ofDays(7L * number(place, text.substring(1, text.length() - 1)));
    }
    try {
      return Duration.parse(text);
    } catch (DateTimeException e) {
      throw refused(place, text, "write an ISO-8601 duration such as PT20M");
    }
  }

  static void checkPeriod(String place, Duration period) {
    if (period.compareTo(MIN_LENGTH) < 0 || period.compareTo(MAX_LENGTH) > 0) {
      throw refused(place, period.toString(), "from PT1S to 100 years allowed");
    }
  }

  static Instant instant(String place, String text) {
    return time(place, text).toInstant();
  }

  /** A time of a year from 1 to 9998, with its offset. */
  static OffsetDateTime time(String place, String text) {
    try {
      OffsetDateTime time = IsoTime.parse(text);
      if (time.getYear() >= 1 && time.getYear() <= 9998) {
        return time;
      }
    } catch (DateTimeException e) {
      // Refused below, with the same words as a year that is out of range.
    }
    throw refused(place, text, "write a time with offset such as 2026-12-01T10:00Z");
  }

  static void checkYear(String place, Instant instant) {
    if (instant.isBefore(EARLIEST) || instant.isAfter(LATEST)) {
      throw refused(place, instant.toString(), "a time of the years 1 to 9998 allowed");
    }
  }

  /** A whole number from 1 to 9999. */
  static int number(String place, String text) {
    if (!text.matches("[1-9][0-9]{0,3}")) {
      throw refused(place, text, "a whole number from 1 to 9999 allowed");
    }
    return Integer.parseInt(text);
  }

  static RecurrenceSyntaxException refused(String place, String text, String cure) {
    return new RecurrenceSyntaxException("%s '%s': %s".formatted(place, text, cure));
  }
}
