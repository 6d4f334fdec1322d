package org.goodtiming.scheduler.operations.queue;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.calendar.ZonedCalendar;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;

/**
 * The times at which a worker queue is not served: a calendar, and the zone in which it is read,
 * such as {@code any(weekly:SAT,SUN; daily:18:00-08:00) zone=Europe/Berlin}.
 */
public record ClosedTimes(ZonedCalendar calendar) {

  /** The setting of a queue that is always served. */
  public static final String NEVER = "never";

  /** The end of times that do not end. */
  static final Instant FOREVER = Instant.parse("9999-12-31T00:00:00Z");

  private static final String ZONE = " zone=";

  /** The next closed time is searched for so far ahead, and then again. */
  private static final Duration AHEAD = Duration.ofDays(31);

  /** An opening is searched for so far ahead: some calendars exclude years. */
  private static final Duration FAR_AHEAD = Duration.ofDays(5 * 366);

  private static final int MAX_QUESTIONS = 10_000;

  /**
   * A closed time.
   *
   * @param from the end if there is none before
   * @param until exclusive
   */
  record Closed(Instant from, Instant until) {}

  /**
   * Reads the setting of a queue that is not always served; without a zone in UTC.
   *
   * @throws RecurrenceSyntaxException if it cannot be read, or names an unknown calendar or zone
   */
  public static ClosedTimes parse(String text, NamedCalendars calendars) {
    int end = text.lastIndexOf(ZONE);
    String calendar = end < 0 ? text : text.substring(0, end);
    ZoneId zone = end < 0 ? ZoneId.of("UTC") : zone(text.substring(end + ZONE.length()).strip());
    return new ClosedTimes(
        new ZonedCalendar(ExclusionCalendar.parse(calendar.strip(), calendars), zone));
  }

  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new RecurrenceSyntaxException(
          "zone '%s': write a zone such as Europe/Berlin".formatted(name));
    }
  }

  /** Whether the queue would never be served from then on. */
  public boolean isForEver(Instant now) {
    return closed(now).until.equals(FOREVER);
  }

  /** The moment, or the end of the closed time in which it lies. */
  public Instant servedFrom(Instant moment) {
    return calendar.excludes(moment) ? closed(moment).until : moment;
  }

  /** The closed time in which the moment lies, or the next one. */
  Closed closed(Instant now) {
    Instant from = calendar.excludes(now) ? now : first(now, true, now.plus(AHEAD));
    if (!calendar.excludes(from)) {
      return new Closed(from, from);
    }
    Instant last = from.plus(FAR_AHEAD);
    Instant until = first(from, false, last);
    return new Closed(from, calendar.excludes(until) ? FOREVER : until);
  }

  /** The first moment at which the calendar gives the answer; the last one if none does before. */
  private Instant first(Instant after, boolean excluded, Instant last) {
    Instant at = after;
    for (int questions = 0;
        calendar.excludes(at) != excluded && at.isBefore(last) && questions < MAX_QUESTIONS;
        questions++) {
      at = calendar.unchangedUntil(at);
    }
    return at;
  }
}
