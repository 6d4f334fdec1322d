package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.dmfs.rfc5545.DateTime;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.jspecify.annotations.Nullable;

/** {@code rrule:FREQ=MONTHLY;BYDAY=-1FR}: a rule of RFC 5545, evaluated on wall-clock time. */
public final class IcalendarRule implements WallClockRule {
  private final String text;
  private final RecurrenceRule rule;
  private final @Nullable DateTime until;
  private final @Nullable Integer count;

  IcalendarRule(String text, RecurrenceRule rule) {
    this.text = text;
    this.rule = rule;
    this.until = rule.getUntil();
    this.count = rule.getCount();
    // The library would compare a UTC end with local times, and restart the count after its limit
    rule.setUntil(null);
  }

  boolean hasCount() {
    return count != null;
  }

  @Override
  public @Nullable LocalDateTime nextOrSame(LocalDateTime from, Anchor anchor) {
    LocalDateTime start = anchor.local().truncatedTo(ChronoUnit.SECONDS);
    LocalDateTime next =
        count == null ? new IcalendarTimes(rule, start, from).next() : counted(start, from, count);
    return next == null || isAfterEnd(next, anchor) ? null : next;
  }

  private @Nullable LocalDateTime counted(LocalDateTime start, LocalDateTime from, int most) {
    IcalendarTimes times = new IcalendarTimes(rule, start, start);
    for (int i = 0; i < most; i++) {
      LocalDateTime time = times.next();
      if (time == null || !time.isBefore(from)) {
        return time;
      }
    }
    return null;
  }

  private boolean isAfterEnd(LocalDateTime time, Anchor anchor) {
    if (until == null) {
      return false;
    }
    if (until.isAllDay()) {
      return time.toLocalDate().isAfter(IcalendarTimes.local(until).toLocalDate());
    }
    return until.isFloating()
        ? time.isAfter(IcalendarTimes.local(until))
        : time.isAfter(
            LocalDateTime.ofInstant(Instant.ofEpochMilli(until.getTimestamp()), anchor.zone()));
  }

  @Override
  public boolean isInterval() {
    return IcalendarTimes.unit(rule).compareTo(ChronoUnit.HOURS) <= 0;
  }

  @Override
  public @Nullable Instant firstInstant(Anchor anchor) {
    return anchor.start();
  }

  @Override
  public String describe() {
    String name = IcalendarTimes.unit(rule).name().toLowerCase(Locale.ROOT);
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
