package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.dmfs.rfc5545.DateTime;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.goodtiming.scheduler.recurrence.syntax.English;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.jspecify.annotations.Nullable;

/** {@code rrule:FREQ=MONTHLY;BYDAY=-1FR}: a rule of RFC 5545, evaluated on wall-clock time. */
public final class IcalendarRule implements WallClockRule {
  private final String text;
  private final RecurrenceRule rule;
  private final IcalendarPeriods periods;
  private final @Nullable DateTime until;
  private final @Nullable Integer count;

  IcalendarRule(String text, RecurrenceRule rule) {
    this.text = text;
    this.rule = rule;
    this.periods = IcalendarPeriods.of(rule);
    this.until = rule.getUntil();
    this.count = rule.getCount();
    // The library would compare a UTC end with local times, and restart the count after its limit
    rule.setUntil(null);
  }

  boolean hasCount() {
    return count != null;
  }

  /** Refuses a rule that is never due from this start, or whose count is too long a search. */
  void check(Anchor anchor) {
    WallClockTimes times = times(anchor);
    if (times.nextOrSame(anchor.local()) == null) {
      throw new RecurrenceSyntaxException(
          "rrule '%s' is never due from %s on: write another start, INTERVAL or UNTIL"
              .formatted(text, anchor.local()));
    }
    if (times instanceof CountedTimes counted && counted.isTooLong()) {
      throw new RecurrenceSyntaxException(
          "rrule '%s' passes too many periods until COUNT=%d: write a lower COUNT, or a longer FREQ with the same meaning"
              .formatted(text, count));
    }
  }

  @Override
  public @Nullable LocalDateTime nextOrSame(LocalDateTime from, Anchor anchor) {
    return times(anchor).nextOrSame(from);
  }

  @Override
  public WallClockTimes times(Anchor anchor) {
    LocalDateTime start = anchor.local().truncatedTo(ChronoUnit.SECONDS);
    return count == null
        ? new UncountedTimes(
            from -> IcalendarTimes.of(rule, periods, start, from),
            periods,
            start,
            time -> isAfterEnd(time, anchor))
        : new CountedTimes(IcalendarTimes.of(rule, periods, start, start), count);
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
    return periods.unit().compareTo(ChronoUnit.HOURS) <= 0;
  }

  @Override
  public @Nullable Instant firstInstant(Anchor anchor) {
    return anchor.start();
  }

  @Override
  public String describe() {
    String name = periods.unit().name().toLowerCase(Locale.ROOT);
    String every = Phrases.count(periods.interval(), name.substring(0, name.length() - 1));
    return English.every(every)
        + IcalendarPhrase.of(IcalendarParts.of(text)).orElse(" by the RFC 5545 rule " + text);
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
