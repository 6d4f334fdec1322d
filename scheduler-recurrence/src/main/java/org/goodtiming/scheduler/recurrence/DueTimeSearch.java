package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.function.Consumer;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.jspecify.annotations.Nullable;

/** Finds the next due time, and reports each time of the rule that it omits. */
final class DueTimeSearch {
  /** Ends the search if the calendar excludes all times of the rule. */
  private static final int MOST_EXCLUSIONS = 500;

  private static final int MOST_CHANGES = 2_000;

  private final Recurrence recurrence;
  private final Consumer<Omission> omissions;
  private int changesLeft;

  DueTimeSearch(Recurrence recurrence, Consumer<Omission> omissions) {
    this.recurrence = recurrence;
    this.omissions = omissions;
  }

  @Nullable DueTime next(Instant after, int runs) {
    Bounds bounds = recurrence.bounds();
    if (bounds.isExhaustedBy(runs)) {
      omissions.accept(
          new Omission(after, "no more: the limit is " + Phrases.count(bounds.times(), "run")));
      return null;
    }
    Instant from = bounds.searchAfter(after);
    DueTime due = bounds.endsBefore(from) ? null : included(from);
    if (due == null) {
      omissions.accept(new Omission(from, "no more: no further time is found"));
    } else if (bounds.endsBefore(due.at())) {
      omissions.accept(new Omission(due.at(), "no more: it is after the end, " + bounds.until()));
      return null;
    }
    return due;
  }

  private @Nullable DueTime included(Instant after) {
    Instant from = after;
    changesLeft = MOST_CHANGES;
    for (int i = 0; i < MOST_EXCLUSIONS; i++) {
      DueTime due = planned(from);
      if (due == null || !isExcluded(due.at()) || recurrence.bounds().endsBefore(due.at())) {
        return due;
      }
      Instant end = exclusionEnd(due.at());
      if (end == null) {
        return null;
      }
      if (recurrence.rule() instanceof FixedDelay) {
        return new DueTime(end, "the delay ends at %s, %s".formatted(due.at(), excluded()));
      }
      omissions.accept(new Omission(due.at(), excluded()));
      from = end.minusNanos(1).isAfter(due.at()) ? end.minusNanos(1) : due.at();
    }
    return null;
  }

  private @Nullable DueTime planned(Instant after) {
    Anchor anchor = new Anchor(recurrence.bounds().start(), recurrence.zone());
    Rule rule = recurrence.rule();
    if (rule instanceof WallClockRule wallClockRule) {
      return new WallClock(wallClockRule, anchor, recurrence.daylightSaving())
          .nextAfter(after, omissions);
    }
    Instant next = ((ElapsedTimeRule) rule).nextAfter(after, anchor);
    return next == null ? null : DueTime.planned(next);
  }

  private String excluded() {
    return "excluded by " + recurrence.calendar();
  }

  private boolean isExcluded(Instant time) {
    ExclusionCalendar calendar = recurrence.calendar();
    return calendar != null && calendar.excludes(LocalDateTime.ofInstant(time, recurrence.zone()));
  }

  /** The first time that is not excluded any more; null when none is found. */
  private @Nullable Instant exclusionEnd(Instant excluded) {
    LocalDateTime time = LocalDateTime.ofInstant(excluded, recurrence.zone());
    ExclusionCalendar calendar = recurrence.calendar();
    while (calendar != null && changesLeft-- > 0) {
      time = calendar.unchangedUntil(time);
      if (!calendar.excludes(time)) {
        return time.atZone(recurrence.zone()).toInstant();
      }
    }
    return null;
  }
}
