package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.goodtiming.scheduler.recurrence.syntax.English;
import org.jspecify.annotations.Nullable;

/**
 * {@code months:3}: multiples of a calendar unit from the anchor. The unit is days, weeks, months
 * or years.
 */
public record CalendarInterval(int every, ChronoUnit unit, EndOfMonth endOfMonth)
    implements WallClockRule {
  /** A year of every fourth to eighth has 29 February, and 9999 has few divisors. */
  private static final int MAX_INVALID_DATES = 100;

  public CalendarInterval {
    if (every < 1 || every > 9999) {
      throw ValueReader.refused(kind(unit), String.valueOf(every), "from 1 to 9999 allowed");
    }
    if (!unit.isDateBased() || unit.compareTo(ChronoUnit.YEARS) > 0) {
      throw ValueReader.refused("unit", unit.toString(), "days, weeks, months or years allowed");
    }
  }

  static CalendarInterval parse(ChronoUnit unit, String text) {
    int slash = text.indexOf('/');
    String every = slash < 0 ? text : text.substring(0, slash);
    EndOfMonth rule = slash < 0 ? EndOfMonth.CLAMP : endOfMonth(unit, text.substring(slash + 1));
    return new CalendarInterval(ValueReader.number(kind(unit), every), unit, rule);
  }

  private static EndOfMonth endOfMonth(ChronoUnit unit, String text) {
    Optional<EndOfMonth> rule =
        Arrays.stream(EndOfMonth.values()).filter(r -> Phrases.lower(r).equals(text)).findFirst();
    if (rule.isEmpty() || unit.compareTo(ChronoUnit.MONTHS) < 0) {
      throw ValueReader.refused(
          kind(unit), text, "months and years allow /clamp, /last-day or /skip");
    }
    return rule.get();
  }

  @Override
  public @Nullable LocalDateTime nextOrSame(LocalDateTime from, Anchor anchor) {
    LocalDateTime first = anchor.local();
    long steps = Math.max(0, unit.between(first, from) / every);
    for (long step = steps; step < steps + MAX_INVALID_DATES; step++) {
      LocalDateTime time = endOfMonth.apply(first, first.plus(step * every, unit));
      if (time != null && !time.isBefore(from)) {
        return time;
      }
    }
    return null;
  }

  @Override
  public @Nullable Instant firstInstant(Anchor anchor) {
    return anchor.start();
  }

  @Override
  public boolean isInterval() {
    return false;
  }

  @Override
  public String describe() {
    String rule =
        switch (endOfMonth) {
          case CLAMP -> "";
          case LAST_DAY -> ", on the last day of the month if the start is one";
          case SKIP -> ", without months that lack the day";
        };
    String name = kind(unit);
    return English.every(English.count(every, name.substring(0, name.length() - 1))) + rule;
  }

  @Override
  public String toString() {
    return kind(unit)
        + ":"
        + every
        + (endOfMonth == EndOfMonth.CLAMP ? "" : "/" + Phrases.lower(endOfMonth));
  }

  private static String kind(ChronoUnit unit) {
    return unit.name().toLowerCase(Locale.ROOT);
  }
}
