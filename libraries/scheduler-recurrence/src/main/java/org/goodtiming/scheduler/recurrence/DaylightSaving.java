package org.goodtiming.scheduler.recurrence;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;

/**
 * The treatment of a fixed time of the day when clocks change. It does not apply to intervals: they
 * omit times in a gap when they continue within the length of the gap after it, and are due in both
 * passes of an overlap.
 */
public record DaylightSaving(Gap gap, Overlap overlap) {
  /** The default: a time in a gap is due at its end, a time in an overlap once. */
  public static final DaylightSaving DEFAULT = new DaylightSaving(Gap.END, Overlap.FIRST);

  /** A time that does not exist, because clocks go forward over it. */
  public enum Gap {
    /** The time is due when the gap ends. */
    END,
    /** The time is not due on this day. */
    SKIP,
    /** The time is due later by the length of the gap, as in RFC 5545. */
    SHIFT
  }

  /** A time that comes twice, because clocks go back over it. */
  public enum Overlap {
    FIRST,
    SECOND,
    BOTH
  }

  /** When a fixed time of the wall clock is due: once, twice, or not at all. */
  List<DueTime> dueTimes(LocalDateTime time, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(time);
    if (change != null && change.isGap()) {
      return gap == Gap.SKIP ? List.of() : List.of(inGap(time, change));
    }
    DueTime first = DueTime.planned(time.atZone(zone).toInstant());
    DueTime second = DueTime.planned(time.atZone(zone).withLaterOffsetAtOverlap().toInstant());
    return switch (overlap) {
      case FIRST -> List.of(first);
      case SECOND -> List.of(second);
      case BOTH -> first.equals(second) ? List.of(first) : List.of(first, second);
    };
  }

  /** When a time in a gap is due, unless it is skipped. */
  DueTime inGap(LocalDateTime missing, ZoneOffsetTransition change) {
    return gap == Gap.SHIFT
        ? new DueTime(
            missing.toInstant(change.getOffsetBefore()),
            noSuchTime(missing, change) + "due later by the length of the gap")
        : new DueTime(
            change.getInstant(), noSuchTime(missing, change) + "due at the end of the gap");
  }

  static String noSuchTime(LocalDateTime missing, ZoneOffsetTransition gap) {
    return "%s does not exist, clocks go forward from %s to %s: "
        .formatted(
            missing, clock(gap, gap.getDateTimeBefore()), clock(gap, gap.getDateTimeAfter()));
  }

  /** With the date when clocks go forward by days, or at midnight. */
  private static Object clock(ZoneOffsetTransition gap, LocalDateTime time) {
    boolean isOneDay =
        gap.getDateTimeBefore().toLocalDate().equals(gap.getDateTimeAfter().toLocalDate());
    return isOneDay ? time.toLocalTime() : time;
  }
}
