package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.CALENDAR_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.WORKING_DELAY_IMPOSSIBLE;
import static org.goodtiming.scheduler.contract.Refusal.WORKING_DELAY_WITHOUT_CALENDAR;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.recurrence.calendar.BusinessTime;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A delay in working time, such as {@code 3 working days}: in the time that the named calendar of
 * the job does not exclude.
 */
record WorkingDelay(String text, int amount, Unit unit) {

  /** The properties that the delay needs beside it, or may have. */
  static final List<String> CONDITIONS = List.of(WireContract.CALENDAR, WireContract.ZONE);

  private static final Pattern TEXT =
      Pattern.compile("(?<amount>\\d{1,6}) working (?<unit>day|hour|minute)s?");

  /** The unit of the amount. */
  enum Unit {
    DAY,
    HOUR,
    MINUTE
  }

  /**
   * Whether the delay is one in working time, or is written so badly that it may be meant as one.
   */
  static boolean isMeant(ContractProperties properties) {
    Object value = properties.value(WireContract.DELAY);
    return value != null && !DueTimes.isDuration(value);
  }

  /** Null if the job has no delay, or one of another kind. */
  static @Nullable WorkingDelay of(ContractProperties properties) {
    Object value = properties.value(WireContract.DELAY);
    Matcher matcher = TEXT.matcher(value instanceof String text ? text : "");
    return matcher.matches()
        ? new WorkingDelay(
            matcher.group(),
            Integer.parseInt(matcher.group("amount")),
            Unit.valueOf(matcher.group("unit").toUpperCase(Locale.ROOT)))
        : null;
  }

  /** The end of the delay. */
  Instant after(Instant from, ContractProperties properties, NamedCalendars calendars) {
    ExclusionCalendar closed = closed(properties, calendars);
    if (closed == null) {
      throw WORKING_DELAY_WITHOUT_CALENDAR.because(text);
    }
    ZoneId zone = zone(properties);
    try {
      return after(from, new BusinessTime(closed, zone))
          .plusNanos(999)
          .truncatedTo(ChronoUnit.MICROS);
    } catch (RecurrenceSyntaxException | DateTimeException e) {
      throw WORKING_DELAY_IMPOSSIBLE.because(text, String.valueOf(e.getMessage()));
    }
  }

  /** Notes what is wrong with the conditions of a delay that may be meant as one of this kind. */
  static void check(ContractProperties properties, NamedCalendars calendars, Mistakes found) {
    if (isMeant(properties)) {
      found.check(() -> closed(properties, calendars));
      found.check(() -> zone(properties));
    }
  }

  /** Null if the job names no calendar. */
  private static @Nullable ExclusionCalendar closed(
      ContractProperties properties, NamedCalendars calendars) {
    String calendar = properties.text(WireContract.CALENDAR);
    return calendar == null
        ? null
        : calendars.find(calendar).orElseThrow(() -> CALENDAR_UNKNOWN.because(calendar));
  }

  private Instant after(Instant from, BusinessTime time) {
    return switch (unit) {
      case DAY -> time.plusDays(amount, from);
      case HOUR -> time.plus(Duration.ofHours(amount), from);
      case MINUTE -> time.plus(Duration.ofMinutes(amount), from);
    };
  }

  private static ZoneId zone(ContractProperties properties) {
    String zone = properties.text(WireContract.ZONE);
    try {
      return zone == null ? ZoneOffset.UTC : ZoneId.of(zone);
    } catch (DateTimeException e) {
      throw WORKING_DELAY_IMPOSSIBLE.because(
          String.valueOf(properties.value(WireContract.DELAY)), String.valueOf(e.getMessage()));
    }
  }
}
