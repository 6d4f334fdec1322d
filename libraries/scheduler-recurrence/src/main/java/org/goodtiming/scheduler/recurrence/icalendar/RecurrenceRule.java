package org.goodtiming.scheduler.recurrence.icalendar;

import java.time.Instant;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A recurrence rule of RFC 5545. Two rules are equal when their texts are, apart from case. */
public final class RecurrenceRule {
  private final String text;
  private final RuleParts parts;
  private final Frequency frequency;
  private final int interval;
  private final Until until;

  RecurrenceRule(String text, RuleParts parts) {
    this.text = text;
    this.parts = parts;
    this.frequency = Frequency.valueOf(parts.value(RulePart.FREQ));
    this.interval = number(RulePart.INTERVAL, 1);
    this.until = parts.has(RulePart.UNTIL) ? Until.parse(parts.value(RulePart.UNTIL)) : Until.NEVER;
  }

  /**
   * @throws org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException when the text
   *     cannot be read, or is never due
   */
  public static RecurrenceRule parse(String text) {
    return RuleParser.parse(text);
  }

  /** The times of the rule, also those before the start; COUNT and UNTIL do not end them. */
  public RuleTimes times(LocalDateTime start) {
    return RuleReader.of(parts, frequency, start).times(interval);
  }

  /** Whether the rule has a time from some start on, if INTERVAL is 1. */
  boolean hasTimes() {
    return RuleReader.ofFirstDay(parts, frequency).times(1).nextOrSame(0) != RuleTimes.NONE;
  }

  /** COUNT; 0 when there is none. */
  public int count() {
    return number(RulePart.COUNT, 0);
  }

  /** The last time of the wall clock that UNTIL allows; null for no limit. */
  public @Nullable LocalDateTime untilTime() {
    return until.local();
  }

  /** The last instant that an UNTIL in UTC allows; null for no limit. */
  public @Nullable Instant untilInstant() {
    return until.instant();
  }

  /** Whether the rule names a distance of hours, minutes or seconds. */
  public boolean isInterval() {
    return frequency.isWithinDay();
  }

  /** A phrase in English, such as "every month on the last Friday of the month". */
  public String describe() {
    return RulePhrase.of(parts, frequency, interval);
  }

  private int number(RulePart part, int missing) {
    return parts.has(part) ? Integer.parseInt(parts.value(part)) : missing;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RecurrenceRule that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
