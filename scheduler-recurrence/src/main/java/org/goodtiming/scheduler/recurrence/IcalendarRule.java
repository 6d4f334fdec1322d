package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.dmfs.rfc5545.DateTime;
import org.dmfs.rfc5545.recur.InvalidRecurrenceRuleException;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRule.RfcMode;
import org.dmfs.rfc5545.recur.RecurrenceRuleIterator;
import org.jspecify.annotations.Nullable;

/** {@code rrule:FREQ=MONTHLY;BYDAY=-1FR}: a rule of RFC 5545, evaluated on wall-clock time. */
public final class IcalendarRule implements WallClockRule {
  private static final int MAX_LENGTH = 500;
  private static final int MAX_COUNT = 9999;

  /** The Gregorian calendar repeats after 400 years, weekdays included. */
  private static final int CALENDAR_CYCLE = 400;

  private final String text;
  private final RecurrenceRule rule;
  private final @Nullable DateTime until;

  private IcalendarRule(String text, RecurrenceRule rule) {
    this.text = text;
    this.rule = rule;
    until = rule.getUntil();
    if (until != null) {
      // The library would compare a UTC end with local times
      rule.setUntil(null);
    }
  }

  static IcalendarRule parse(String text) {
    String clean = text.strip().toUpperCase(Locale.ROOT);
    if (clean.length() > MAX_LENGTH || clean.contains("RSCALE") || clean.contains("SKIP")) {
      throw Readable.refused(
          "rrule", text, "RSCALE and SKIP, and over 500 characters, not allowed");
    }
    try {
      RecurrenceRule rule = new RecurrenceRule(clean, RfcMode.RFC5545_STRICT);
      Integer count = rule.getCount();
      if (count != null && count > MAX_COUNT) {
        throw Readable.refused("rrule", text, "COUNT up to " + MAX_COUNT + " allowed");
      }
      return new IcalendarRule(clean, rule);
    } catch (InvalidRecurrenceRuleException e) {
      throw Readable.refused("rrule", text, String.valueOf(e.getMessage()));
    }
  }

  boolean hasCount() {
    return rule.getCount() != null;
  }

  @Override
  public @Nullable LocalDateTime nextOrSame(LocalDateTime from, Anchor anchor) {
    LocalDateTime start = base(anchor.local().truncatedTo(ChronoUnit.SECONDS), from);
    try {
      LocalDateTime next = firstFrom(from, rule.iterator(dateTime(start)));
      return next == null || isAfterEnd(next, anchor) ? null : next;
    } catch (IllegalArgumentException e) {
      // The library gives up after many periods without a time
      return null;
    }
  }

  private static @Nullable LocalDateTime firstFrom(
      LocalDateTime from, RecurrenceRuleIterator times) {
    times.fastForward(dateTime(from));
    while (times.hasNext()) {
      LocalDateTime time = local(times.nextDateTime());
      if (!time.isBefore(from)) {
        return time;
      }
    }
    return null;
  }

  /** A later start that gives the same times, so that the library has less to pass over. */
  private LocalDateTime base(LocalDateTime start, LocalDateTime from) {
    ChronoUnit unit = unit();
    long step =
        unit.compareTo(ChronoUnit.WEEKS) <= 0
            ? rule.getInterval()
            : (long) rule.getInterval() * CALENDAR_CYCLE * (unit == ChronoUnit.MONTHS ? 12 : 1);
    long steps = unit.between(start, from) / step - 1;
    return hasCount() || steps <= 0 ? start : start.plus(steps * step, unit);
  }

  private ChronoUnit unit() {
    return switch (rule.getFreq()) {
      case YEARLY -> ChronoUnit.YEARS;
      case MONTHLY -> ChronoUnit.MONTHS;
      case WEEKLY -> ChronoUnit.WEEKS;
      case DAILY -> ChronoUnit.DAYS;
      case HOURLY -> ChronoUnit.HOURS;
      case MINUTELY -> ChronoUnit.MINUTES;
      case SECONDLY -> ChronoUnit.SECONDS;
    };
  }

  private boolean isAfterEnd(LocalDateTime time, Anchor anchor) {
    if (until == null) {
      return false;
    }
    if (until.isAllDay()) {
      return time.toLocalDate().isAfter(local(until).toLocalDate());
    }
    return until.isFloating()
        ? time.isAfter(local(until))
        : time.isAfter(
            LocalDateTime.ofInstant(Instant.ofEpochMilli(until.getTimestamp()), anchor.zone()));
  }

  /** Months count from 0 in the library. */
  private static DateTime dateTime(LocalDateTime time) {
    return new DateTime(
        time.getYear(),
        time.getMonthValue() - 1,
        time.getDayOfMonth(),
        time.getHour(),
        time.getMinute(),
        time.getSecond());
  }

  private static LocalDateTime local(DateTime time) {
    return LocalDateTime.of(
        time.getYear(),
        time.getMonth() + 1,
        time.getDayOfMonth(),
        time.getHours(),
        time.getMinutes(),
        time.getSeconds());
  }

  @Override
  public boolean isInterval() {
    return unit().compareTo(ChronoUnit.HOURS) <= 0;
  }

  @Override
  public @Nullable Instant firstInstant(Anchor anchor) {
    return anchor.start();
  }

  @Override
  public String describe() {
    String name = unit().name().toLowerCase(Locale.ROOT);
    String every = Phrases.count(rule.getInterval(), name.substring(0, name.length() - 1));
    return "every %s by the RFC 5545 rule %s".formatted(every, text);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof IcalendarRule that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return "rrule:" + text;
  }
}
