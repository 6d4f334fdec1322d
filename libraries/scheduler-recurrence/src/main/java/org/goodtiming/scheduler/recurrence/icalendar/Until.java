package org.goodtiming.scheduler.recurrence.icalendar;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The end of a rule, which is included: a time of the wall clock, or an instant.
 *
 * @param local null when it is an instant
 * @param instant null when it is a time of the wall clock
 */
record Until(@Nullable LocalDateTime local, @Nullable Instant instant) {
  static final Until NEVER = new Until(null, null);
  private static final int DATE = 8;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT);

  /** Reads what {@link RulePart#UNTIL} allows. */
  static Until parse(String text) {
    if (text.length() == DATE) {
      LocalDate day = LocalDate.parse(text, DateTimeFormatter.BASIC_ISO_DATE);
      return new Until(day.atTime(LocalTime.MAX), null);
    }
    LocalDateTime time = LocalDateTime.parse(text.substring(0, DATE + "T000000".length()), TIME);
    return text.endsWith("Z")
        ? new Until(null, time.toInstant(ZoneOffset.UTC))
        : new Until(time, null);
  }
}
