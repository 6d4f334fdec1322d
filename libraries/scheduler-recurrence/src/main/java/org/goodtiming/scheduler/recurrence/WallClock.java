package org.goodtiming.scheduler.recurrence;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.Optional;
import java.util.function.Consumer;
import org.goodtiming.scheduler.recurrence.DaylightSaving.Gap;
import org.goodtiming.scheduler.recurrence.DaylightSaving.Overlap;
import org.goodtiming.scheduler.recurrence.icalendar.ListedTime;
import org.jspecify.annotations.Nullable;

/**
 * Puts the wall-clock times of a rule on the time line, from clock change to clock change.
 *
 * @param exdate excludes times that clocks skip; the caller excludes the others
 */
record WallClock(
    WallClockRule rule,
    WallClockTimes times,
    Anchor anchor,
    DaylightSaving policy,
    ListedTimes exdate) {
  /** Years of clock changes in a row that omit every time of the rule end the search. */
  private static final int MAX_PERIODS = 100;

  /** Maximum length of a gap or overlap. */
  private static final Duration MAX_CHANGE = Duration.ofDays(2);

  static WallClock of(
      WallClockRule rule, Anchor anchor, DaylightSaving policy, ListedTimes exdate) {
    return new WallClock(rule, rule.times(anchor), anchor, policy, exdate);
  }

  @Nullable DueTime nextAfter(Instant after, Consumer<Omission> omissions) {
    Instant from = after.plusNanos(1);
    for (int i = 0; i < MAX_PERIODS; i++) {
      OffsetPeriod period = OffsetPeriod.at(from, anchor.zone().getRules());
      DueTime shifted = atGapEnd(period.gapEndingAt(from), omissions);
      if (shifted != null) {
        return untilLast(shifted);
      }
      LocalDateTime next = nextIn(period, from, omissions);
      shifted = overGap(period, from, next, omissions);
      if (shifted != null) {
        return untilLast(shifted);
      }
      ZoneOffsetTransition end = period.end();
      if (next != null && (end == null || next.isBefore(limit(period)))) {
        return untilLast(DueTime.planned(period.instant(next)));
      }
      if (end == null || (next == null && !comesAgain(period, from))) {
        return null;
      }
      if (next != null) {
        tellSkippedFirst(period, next, omissions);
      }
      from =
          next == null || end.isOverlap()
              ? end.getInstant()
              : later(end.getInstant(), nearly(period, next));
    }
    return null;
  }

  private @Nullable DueTime untilLast(DueTime due) {
    Instant last = rule.lastInstant();
    return last != null && due.at().isAfter(last) ? null : due;
  }

  /** The last times of the rule may come twice, and the second pass is still to come. */
  private static boolean comesAgain(OffsetPeriod period, Instant from) {
    return period.local(from).isAfter(period.repeatedFrom());
  }

  /** Periods between are passed over; an overlap must not be, it may repeat an earlier time. */
  private static Instant nearly(OffsetPeriod period, LocalDateTime next) {
    return period.instant(next).minus(MAX_CHANGE);
  }

  /** A time in the gap is due at its end. */
  private @Nullable DueTime atGapEnd(
      @Nullable ZoneOffsetTransition gap, Consumer<Omission> omissions) {
    LocalDateTime missing = gap == null ? null : nextOrSame(gap.getDateTimeBefore());
    if (gap == null || missing == null || !missing.isBefore(gap.getDateTimeAfter())) {
      return null;
    }
    if (policy.gap() == Gap.SKIP || goesOnAfter(gap)) {
      String why = policy.gap() == Gap.SKIP ? "skipped" : "the interval goes on after the gap";
      omissions.accept(
          new Omission(gap.getInstant(), DaylightSaving.noSuchTime(missing, gap) + why));
      return null;
    }
    return policy.gap() == Gap.SHIFT ? null : inGap(gap, missing, gap.getInstant(), omissions);
  }

  /** The first time in a gap that is not excluded, if it is due by an instant. */
  private @Nullable DueTime inGap(
      ZoneOffsetTransition gap,
      @Nullable LocalDateTime from,
      Instant last,
      Consumer<Omission> omissions) {
    LocalDateTime missing = from;
    while (missing != null && missing.isBefore(gap.getDateTimeAfter())) {
      DueTime due = policy.inGap(missing, gap);
      if (due.at().isAfter(last)) {
        return null;
      }
      Optional<ListedTime> excluding = exdate.naming(missing);
      if (excluding.isEmpty()) {
        return due;
      }
      omissions.accept(
          new Omission(
              due.at(),
              DaylightSaving.noSuchTime(missing, gap) + "excluded by exdate=" + excluding.get()));
      missing = nextOrSame(missing.plusNanos(1));
    }
    return null;
  }

  /**
   * A time in the gap before the period, which is due later by the length of the gap, and before
   * the next time that exists.
   */
  private @Nullable DueTime overGap(
      OffsetPeriod period,
      Instant from,
      @Nullable LocalDateTime next,
      Consumer<Omission> omissions) {
    ZoneOffsetTransition gap = period.begin();
    LocalDateTime earliest = period.local(from);
    if (gap == null || !earliest.isBefore(shiftedUntil(period)) || goesOnAfter(gap)) {
      return null;
    }
    Instant last = next == null ? Instant.MAX : period.instant(next).minusNanos(1);
    return inGap(gap, nextOrSame(earliest.minus(gap.getDuration())), last, omissions);
  }

  /** The end of the times to which those of the gap before the period shift. */
  LocalDateTime shiftedUntil(OffsetPeriod period) {
    ZoneOffsetTransition gap = period.begin();
    return policy.gap() == Gap.SHIFT && gap != null && gap.isGap()
        ? gap.getDateTimeAfter().plus(gap.getDuration())
        : LocalDateTime.MIN;
  }

  /** An interval with a time within the length of the gap after the gap loses no run. */
  private boolean goesOnAfter(ZoneOffsetTransition gap) {
    LocalDateTime next = rule.isInterval() ? nextOrSame(gap.getDateTimeAfter()) : null;
    return next != null && next.isBefore(gap.getDateTimeAfter().plus(gap.getDuration()));
  }

  private @Nullable LocalDateTime nextIn(
      OffsetPeriod period, Instant from, Consumer<Omission> omissions) {
    LocalDateTime next = nextOrSame(period.local(from));
    if (next == null || !next.isBefore(period.repeatedUntil()) || isWantedAgain(period, next)) {
      return next;
    }
    omissions.accept(comesTwice(period, next, "the first is due, this is the second"));
    return nextOrSame(period.repeatedUntil());
  }

  private boolean isWantedAgain(OffsetPeriod period, LocalDateTime second) {
    boolean isWanted =
        rule.isInterval() ? goesOnAround(period, second) : policy.overlap() != Overlap.FIRST;
    return isWanted || period.instant(second).equals(rule.firstInstant(anchor));
  }

  /** An interval that is longer than the overlap is due once. */
  private boolean goesOnAround(OffsetPeriod period, LocalDateTime second) {
    Duration length = period.repeatedLength();
    LocalDateTime before = nextOrSame(second.minus(length));
    LocalDateTime after = nextOrSame(second.plusNanos(1));
    return (before != null && before.isBefore(second))
        || (after != null && !after.isAfter(second.plus(length)));
  }

  /** The first time of the rule that belongs to the next period. */
  LocalDateTime limit(OffsetPeriod period) {
    boolean waits = policy.overlap() == Overlap.SECOND && !rule.isInterval();
    return waits && period.repeatedFrom().isBefore(period.limit())
        ? period.repeatedFrom()
        : period.limit();
  }

  private void tellSkippedFirst(
      OffsetPeriod period, LocalDateTime next, Consumer<Omission> omissions) {
    if (next.isBefore(period.limit())) {
      omissions.accept(comesTwice(period, next, "the second is due, this is the first"));
    }
  }

  private static Omission comesTwice(OffsetPeriod period, LocalDateTime time, String which) {
    return new Omission(
        period.instant(time), "%s comes twice, clocks go back: %s".formatted(time, which));
  }

  private @Nullable LocalDateTime nextOrSame(LocalDateTime from) {
    return times.nextOrSame(from);
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
