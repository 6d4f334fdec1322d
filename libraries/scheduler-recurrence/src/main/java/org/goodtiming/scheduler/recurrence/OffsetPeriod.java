package org.goodtiming.scheduler.recurrence;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * The time between two clock changes, in which each wall-clock time comes at most once.
 *
 * @param begin the change before; null when there is none
 * @param end the change after; null when there is none
 */
record OffsetPeriod(
    ZoneOffset offset, @Nullable ZoneOffsetTransition begin, @Nullable ZoneOffsetTransition end) {

  static OffsetPeriod at(Instant instant, ZoneRules rules) {
    return new OffsetPeriod(
        rules.getOffset(instant),
        rules.previousTransition(instant.plusNanos(1)),
        rules.nextTransition(instant));
  }

  LocalDateTime local(Instant instant) {
    return LocalDateTime.ofInstant(instant, offset);
  }

  Instant instant(LocalDateTime local) {
    return local.toInstant(offset);
  }

  /** The gap that ends at this very instant. */
  @Nullable ZoneOffsetTransition gapEndingAt(Instant instant) {
    return begin != null && begin.isGap() && begin.getInstant().equals(instant) ? begin : null;
  }

  /** Times before this also occurred in the previous period. */
  LocalDateTime repeatedUntil() {
    return begin == null || begin.isGap() ? LocalDateTime.MIN : begin.getDateTimeBefore();
  }

  /**
   * Time by which clocks went back at the beginning of the period; negative when they went forward.
   */
  Duration repeatedLength() {
    return begin == null ? Duration.ZERO : begin.getDuration().negated();
  }

  /** Times from this on occur again in the next period. */
  LocalDateTime repeatedFrom() {
    return end == null || end.isGap() ? LocalDateTime.MAX : end.getDateTimeAfter();
  }

  /** The end of the period on its own clocks. */
  LocalDateTime limit() {
    return end == null ? LocalDateTime.MAX : end.getDateTimeBefore();
  }
}
