package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDateTime;
import org.goodtiming.scheduler.recurrence.icalendar.RecurrenceRule;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.jspecify.annotations.Nullable;

/** {@code rrule:FREQ=MONTHLY;BYDAY=-1FR}: a rule of RFC 5545, evaluated on wall-clock time. */
public record IcalendarRule(RecurrenceRule rule) implements WallClockRule {
  /** A rule whose COUNT needs more is refused, judged by its first times. */
  private static final int MAX_STEPS_OF_COUNT = 200_000;

  private static final int SAMPLE = 200;

  static IcalendarRule parse(String text) {
    return new IcalendarRule(RecurrenceRule.parse(text));
  }

  /** Refuses a rule that is never due from this start, or whose count is too long a search. */
  void check(Anchor anchor) {
    WallClockTimes times = times(anchor);
    LocalDateTime time = times.nextOrSame(anchor.local());
    if (time == null) {
      throw new RecurrenceSyntaxException(
          "rrule '%s' is never due from %s on: write another start, INTERVAL or UNTIL"
              .formatted(rule, anchor.local()));
    }
    for (int i = 1; i < Math.min(SAMPLE, count()) && time != null; i++) {
      time = times.nextOrSame(time.plusNanos(1));
      if (times.steps() / i * count() > MAX_STEPS_OF_COUNT) {
        throw new RecurrenceSyntaxException(
            "rrule '%s' passes too many periods until COUNT=%s: write a lower COUNT, or a longer FREQ with the same meaning"
                .formatted(rule, count()));
      }
    }
  }

  @Override
  public @Nullable LocalDateTime nextOrSame(LocalDateTime from, Anchor anchor) {
    return times(anchor).nextOrSame(from);
  }

  @Override
  public WallClockTimes times(Anchor anchor) {
    return new IcalendarTimes(rule.times(anchor.local()), anchor, rule.untilTime());
  }

  @Override
  public int count() {
    return rule.count();
  }

  @Override
  public @Nullable Instant lastInstant() {
    return rule.untilInstant();
  }

  @Override
  public boolean isInterval() {
    return rule.isInterval();
  }

  @Override
  public @Nullable Instant firstInstant(Anchor anchor) {
    return anchor.start();
  }

  @Override
  public String describe() {
    return rule.describe();
  }

  @Override
  public String toString() {
    return "rrule:" + rule;
  }
}
