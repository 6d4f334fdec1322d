package org.goodtiming.scheduler.load;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.goodtiming.scheduler.load.Forecast.Change;
import org.goodtiming.scheduler.load.Forecast.Change.Kind;
import org.goodtiming.scheduler.load.Forecast.ClockChange;
import org.goodtiming.scheduler.recurrence.DueTime;
import org.goodtiming.scheduler.recurrence.Occurrence;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.WallClockRule;

/** The clock changes of a range, and the runs that they shift, leave out or repeat. */
final class ClockChanges {

  private static final int MAX_CHANGES = 20;

  /** More than the length of a gap or overlap. */
  private static final Duration MARGIN = Duration.ofDays(2);

  private final ForecastRange range;
  private final Set<ZoneId> zones = new HashSet<>();

  /**
   * @param zone of the user
   */
  ClockChanges(ForecastRange range, ZoneId zone) {
    this.range = range;
    zones.add(zone);
  }

  /** Those of the range, and the first one after it, in the zones of the schedules. */
  List<ClockChange> found() {
    List<ClockChange> changes =
        zones.stream()
            .flatMap(
                zone ->
                    from(zone.getRules(), range.from(), range.to()).map(change -> of(change, zone)))
            .sorted(
                Comparator.comparing(ClockChange::at)
                    .thenComparing(change -> change.zone().getId()))
            .toList();
    Stream<ClockChange> within =
        changes.stream().filter(change -> change.at().isBefore(range.to())).limit(MAX_CHANGES);
    Stream<ClockChange> next =
        changes.stream().filter(change -> !change.at().isBefore(range.to())).limit(1);
    return Stream.concat(within, next).toList();
  }

  private static ClockChange of(ZoneOffsetTransition change, ZoneId zone) {
    return new ClockChange(
        change.getInstant(), zone, change.getOffsetBefore(), change.getOffsetAfter());
  }

  /** The changes from one instant to another, and the first one after that. */
  private static Stream<ZoneOffsetTransition> from(ZoneRules rules, Instant from, Instant to) {
    List<ZoneOffsetTransition> changes = new ArrayList<>();
    ZoneOffsetTransition change = rules.nextTransition(from.minusNanos(1));
    while (change != null && change.getInstant().isBefore(to)) {
      changes.add(change);
      change = rules.nextTransition(change.getInstant());
    }
    if (change != null) {
      changes.add(change);
    }
    return changes.stream();
  }

  /** Marks the runs of a schedule that are shifted, left out or due twice. */
  void mark(PlannedRuns.Next schedule, RunsByHour hours) {
    Recurrence recurrence = schedule.plan().recurrence();
    if (recurrence.rule() instanceof WallClockRule rule) {
      zones.add(recurrence.zone());
      Instant end = range.to().plus(MARGIN);
      from(recurrence.zone().getRules(), range.from().minus(MARGIN), end)
          .filter(change -> change.getInstant().isBefore(end))
          .forEach(change -> mark(schedule, rule, change, hours));
    }
  }

  private static void mark(
      PlannedRuns.Next schedule,
      WallClockRule rule,
      ZoneOffsetTransition change,
      RunsByHour hours) {
    Duration length = change.getDuration().abs();
    Instant begin = change.isGap() ? change.getInstant() : change.getInstant().minus(length);
    List<Occurrence> lines =
        schedule.plan().recurrence().explain(begin.minusNanos(1), change.getInstant().plus(length));
    lines.stream()
        .filter(Occurrence::isOfClockChange)
        .filter(line -> !(line instanceof DueTime due && due.at().isBefore(schedule.planned())))
        .forEach(
            line -> {
              Kind kind = line instanceof DueTime ? Kind.SHIFTED : Kind.LEFT_OUT;
              hours.mark(schedule.key(), line.at(), new Change(kind, line.reason()));
            });
    if (change.isOverlap() && !rule.isInterval()) {
      markTwice(schedule, change, lines, hours);
    }
  }

  private static void markTwice(
      PlannedRuns.Next schedule,
      ZoneOffsetTransition change,
      List<Occurrence> lines,
      RunsByHour hours) {
    Duration length = change.getDuration().abs();
    Set<Instant> due =
        lines.stream()
            .filter(DueTime.class::isInstance)
            .map(Occurrence::at)
            .collect(Collectors.toSet());
    for (Instant first : due) {
      Instant second = first.plus(length);
      if (due.contains(second) && !first.isBefore(schedule.planned())) {
        String reason =
            "%s comes twice, clocks go back: both are due"
                .formatted(LocalDateTime.ofInstant(first, change.getOffsetBefore()));
        hours.mark(schedule.key(), first, new Change(Kind.TWICE, reason));
        hours.mark(schedule.key(), second, new Change(Kind.TWICE, reason));
      }
    }
  }
}
