package org.goodtiming.scheduler.recurrence.calendar;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/** A calendar on the time line: the clocks of its zone may omit or repeat an edge. */
public record ZonedCalendar(ExclusionCalendar calendar, ZoneId zone) {

  public boolean excludes(Instant at) {
    return calendar.excludes(LocalDateTime.ofInstant(at, zone));
  }

  /** A later instant, until which the answer does not change. */
  public Instant unchangedUntil(Instant at) {
    ZoneRules rules = zone.getRules();
    ZoneOffset offset = rules.getOffset(at);
    LocalDateTime now = LocalDateTime.ofInstant(at, offset);
    LocalDateTime edge = calendar.unchangedUntil(now);
    ZoneOffsetTransition clocks = rules.nextTransition(at);
    if (clocks == null || !edge.toInstant(offset).isAfter(clocks.getInstant())) {
      return edge.toInstant(offset);
    }
    boolean repeatsTimesBeforeNow = clocks.getDateTimeAfter().isBefore(now);
    return repeatsTimesBeforeNow ? clocks.getInstant() : first(edge);
  }

  /** The first instant at which clocks show a time; the end of the gap when they skip it. */
  public Instant first(LocalDateTime time) {
    ZoneOffsetTransition change = zone.getRules().getTransition(time);
    return change != null && change.isGap() ? change.getInstant() : time.atZone(zone).toInstant();
  }

  /** Whether the first time of a period is not excluded, and clocks show some of the period. */
  public boolean isOpen(LocalDateTime from, LocalDateTime to) {
    if (calendar.excludes(from)) {
      return false;
    }
    LocalDateTime edge = calendar.unchangedUntil(from);
    return first(from).isBefore(first(edge.isBefore(to) ? edge : to));
  }
}
