package org.goodtiming.scheduler.recurrence;

/**
 * What happens to a fixed time of the day when clocks change. It does not apply to intervals: they
 * omit times in a gap when they continue within the length of the gap after it, and are due in both
 * passes of an overlap.
 */
public record DaylightSaving(Gap gap, Overlap overlap) {
  /** In a gap at its end, in an overlap once. */
  public static final DaylightSaving DEFAULT = new DaylightSaving(Gap.END, Overlap.FIRST);

  /** A time that does not exist, because clocks go forward over it. */
  public enum Gap {
    /** Due when the gap ends. */
    END,
    /** Not due on this day. */
    SKIP,
    /** Due later by the length of the gap, as in RFC 5545. */
    SHIFT
  }

  /** A time that comes twice, because clocks go back over it. */
  public enum Overlap {
    FIRST,
    SECOND,
    BOTH
  }
}
