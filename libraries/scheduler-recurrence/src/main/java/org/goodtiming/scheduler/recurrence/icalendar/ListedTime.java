package org.goodtiming.scheduler.recurrence.icalendar;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/**
 * A time in the form of RFC 5545: {@code 20261224T090000} in the zone of the recurrence, {@code
 * 20261224T080000Z} in UTC, or the date {@code 20261224}.
 */
public record ListedTime(LocalDateTime time, Form form) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT);

  /** The form of the time. */
  public enum Form {
    DATE,
    LOCAL,
    UTC
  }

  /**
   * @param place the name of the list, for the refusal of an unreadable text
   */
  public static ListedTime parse(String place, String text) {
    try {
      if (text.length() == "20261224".length()) {
        LocalDate date = LocalDate.parse(text, DateTimeFormatter.BASIC_ISO_DATE);
        return new ListedTime(date.atStartOfDay(), Form.DATE);
      }
      return text.endsWith("Z")
          ? new ListedTime(
              LocalDateTime.parse(text.substring(0, text.length() - 1), TIME), Form.UTC)
          : new ListedTime(LocalDateTime.parse(text, TIME), Form.LOCAL);
    } catch (DateTimeException e) {
      throw new RecurrenceSyntaxException(
          "%s '%s': write 20261224T090000, 20261224T080000Z or, as exdate only, 20261224"
              .formatted(place, text));
    }
  }

  /** The instant; of a date the beginning. */
  public Instant instant(ZoneId zone) {
    return time.atZone(form == Form.UTC ? ZoneOffset.UTC : zone).toInstant();
  }

  /** The end of the excluded time: just after a time, a day after a date. */
  public Instant end(ZoneId zone) {
    return form == Form.DATE
        ? time.plusDays(1).atZone(zone).toInstant()
        : instant(zone).plusNanos(1);
  }

  /** Whether the instant is at this time, or on this date. */
  public boolean includes(Instant instant, ZoneId zone) {
    LocalDateTime local =
        LocalDateTime.ofInstant(instant, form == Form.UTC ? ZoneOffset.UTC : zone);
    return local.truncatedTo(form == Form.DATE ? ChronoUnit.DAYS : ChronoUnit.SECONDS).equals(time);
  }

  /** Whether this time, or a time of this date, is the given time of the wall clock. */
  public boolean names(LocalDateTime wallClock) {
    return switch (form) {
      case DATE -> wallClock.toLocalDate().equals(time.toLocalDate());
      case LOCAL -> wallClock.truncatedTo(ChronoUnit.SECONDS).equals(time);
      case UTC -> false;
    };
  }

  @Override
  public String toString() {
    return switch (form) {
      case DATE -> time.toLocalDate().format(DateTimeFormatter.BASIC_ISO_DATE);
      case LOCAL -> time.format(TIME);
      case UTC -> time.format(TIME) + "Z";
    };
  }
}
