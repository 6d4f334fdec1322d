package org.goodtiming.scheduler.contract.due;

import static org.goodtiming.scheduler.contract.Refusal.CALENDAR_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.DELAY_UNREADABLE;
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
import org.goodtiming.scheduler.contract.ContractProperties;
import org.goodtiming.scheduler.contract.DueTimes;
import org.goodtiming.scheduler.contract.Mistakes;
import org.goodtiming.scheduler.contract.Mistakes.Part;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.recurrence.calendar.BusinessTime;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

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

  /** Whether the delay is in working time, or is malformed and may be meant to be. */
  static boolean isMeant(ContractProperties properties) {
    Object value = properties.value(WireContract.DELAY);
    return value != null && !DueTimes.isDuration(value);
  }

  /** Reads the end of a delay for which {@link #isMeant} is true. */
  static Part<Due> read(
      Instant from, ContractProperties properties, NamedCalendars calendars, Mistakes found) {
    Part<WorkingDelay> delay = found.part(() -> of(properties.shown(WireContract.DELAY)));
    Part<ExclusionCalendar> closed = found.part(() -> closed(properties, calendars, delay));
    Part<ZoneId> zone = found.part(() -> zone(properties));
    return found.part(() -> new Due.At(delay.get().after(from, closed.get(), zone.get())));
  }

  private static WorkingDelay of(Object value) {
    Matcher matcher = TEXT.matcher(value instanceof String text ? text : "");
    if (!matcher.matches()) {
      throw DELAY_UNREADABLE.because(value);
    }
    return new WorkingDelay(
        matcher.group(),
        Integer.parseInt(matcher.group("amount")),
        Unit.valueOf(matcher.group("unit").toUpperCase(Locale.ROOT)));
  }

  private Instant after(Instant from, ExclusionCalendar closed, ZoneId zone) {
    try {
      return after(from, new BusinessTime(closed, zone))
          .plusNanos(999)
          .truncatedTo(ChronoUnit.MICROS);
    } catch (RecurrenceSyntaxException | DateTimeException e) {
      throw WORKING_DELAY_IMPOSSIBLE.because(text, String.valueOf(e.getMessage()));
    }
  }

  private static ExclusionCalendar closed(
      ContractProperties properties, NamedCalendars calendars, Part<WorkingDelay> delay) {
    String calendar = properties.text(WireContract.CALENDAR);
    if (calendar == null) {
      throw WORKING_DELAY_WITHOUT_CALENDAR.because(delay.get().text());
    }
    return calendars.find(calendar).orElseThrow(() -> CALENDAR_UNKNOWN.because(calendar));
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
