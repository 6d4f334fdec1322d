package org.goodtiming.scheduler.recurrence;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.goodtiming.scheduler.recurrence.calendar.ZonedCalendar;
import org.goodtiming.scheduler.recurrence.icalendar.ListedTime;
import org.goodtiming.scheduler.recurrence.syntax.English;
import org.jspecify.annotations.Nullable;

/**
 * Finds the next due time, and reports each time of the rule that it omits. Several searches of one
 * object may follow each other, not run at the same time.
 */
final class DueTimeSearch {
  /** Ends the search if the calendar excludes all times of the rule. */
  private static final int MAX_EXCLUSIONS = 250;

  /** Ends it if the calendar takes too long; a question to a calendar counts its parts. */
  private static final int MAX_QUESTIONS = 5_000;

  /** Ends it if the rule takes too long. */
  private static final int MAX_STEPS = 50_000;

  /** The end of the year 9999, the last possible time. */
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  private final Recurrence recurrence;
  private final Consumer<Omission> omissions;
  private final Anchor anchor;
  private final @Nullable WallClock wallClock;
  private final ListedTimes rdate;
  private final @Nullable RunCounter counter;
  private final @Nullable ZonedCalendar calendar;
  private final @Nullable RolledTimes rolled;

  /**
   * Receives omissions of the rule and its lists; collects them when rolling, which searches the
   * same times again.
   */
  private final Consumer<Omission> ruleOmissions;

  private final SortedMap<Instant, Set<Omission>> collected = new TreeMap<>();

  private @Nullable String excluded;
  private int questionsLeft;

  DueTimeSearch(Recurrence recurrence, Consumer<Omission> omissions) {
    this.recurrence = recurrence;
    this.omissions = omissions;
    this.anchor = recurrence.anchor();
    this.wallClock =
        recurrence.rule() instanceof WallClockRule rule
            ? WallClock.of(
                rule, anchor, recurrence.daylightSaving(), recurrence.deviations().exdate())
            : null;
    this.rdate =
        recurrence
            .deviations()
            .rdate()
            .withoutMissing(recurrence.deviations().exdate(), recurrence.zone());
    this.counter = recurrence.rule() instanceof WallClockRule rule ? counter(rule) : null;
    this.calendar =
        recurrence.calendar() == null
            ? null
            : new ZonedCalendar(recurrence.calendar(), recurrence.zone());
    this.rolled =
        calendar == null || recurrence.deviations().roll() == Roll.NONE
            ? null
            : new RolledTimes(recurrence, calendar, this::planned);
    this.ruleOmissions = rolled == null ? omissions : this::collect;
  }

  private @Nullable RunCounter counter(WallClockRule rule) {
    Instant first = rule.firstInstant(anchor);
    return rule.count() == 0
        ? null
        : new RunCounter(
            WallClock.of(rule, anchor, recurrence.daylightSaving(), ListedTimes.NONE),
            first == null ? anchor.instant() : first,
            rule.count());
  }

  @Nullable DueTime next(Instant after, int runs) {
    Bounds bounds = recurrence.bounds();
    if (bounds.isExhaustedBy(runs)) {
      omissions.accept(
          new Omission(after, "no more: the limit is " + English.count(bounds.times(), "run")));
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
    questionsLeft = MAX_QUESTIONS;
    if (rolled != null) {
      rolled.beginSearch();
    }
    long mostSteps = steps() + MAX_STEPS;
    for (int i = 0; i < MAX_EXCLUSIONS && steps() < mostSteps; i++) {
      DueTime due = rolled == null ? planned(from) : rolled(rolled, from);
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
      from = later(due.at(), end.minusNanos(1));
    }
    return null;
  }

  private @Nullable DueTime rolled(RolledTimes rolled, Instant after) {
    DueTime due = rolled.nextAfter(after);
    SortedMap<Instant, Set<Omission>> between = collected.tailMap(after.plusNanos(1));
    (due == null ? between : between.headMap(due.at().plusNanos(1)))
        .values()
        .forEach(omissionsAt -> omissionsAt.forEach(omissions));
    collected.clear();
    return due;
  }

  private void collect(Omission omission) {
    collected.computeIfAbsent(omission.at(), at -> new LinkedHashSet<>()).add(omission);
  }

  private long steps() {
    return wallClock == null ? 0 : wallClock.times().steps();
  }

  /** The first time of the rule and of its RDATE that its EXDATE does not name. */
  private @Nullable DueTime planned(Instant after) {
    DueTime due = ofRuleOrRdate(after);
    ListedTime excluding = exdateOf(due);
    while (due != null && excluding != null) {
      ruleOmissions.accept(new Omission(due.at(), "excluded by exdate=" + excluding));
      due = ofRuleOrRdate(later(due.at(), excluding.end(recurrence.zone()).minusNanos(1)));
      excluding = exdateOf(due);
    }
    return due;
  }

  private @Nullable ListedTime exdateOf(@Nullable DueTime due) {
    ListedTimes exdate = recurrence.deviations().exdate();
    return due == null || exdate.isEmpty()
        ? null
        : exdate.including(due.at(), recurrence.zone()).orElse(null);
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private @Nullable DueTime ofRuleOrRdate(Instant after) {
    DueTime listed = rdate.isEmpty() ? null : listedAfter(after);
    if (listed == null) {
      return ofRule(after, ruleOmissions);
    }
    DueTime ofRule = ofRule(after, upTo(listed.at()));
    if (ofRule != null && !listed.at().isBefore(ofRule.at())) {
      return ofRule;
    }
    String shift = listed.shift() == null ? "" : ", " + listed.shift();
    return new DueTime(listed.at(), "listed by rdate" + shift);
  }

  private @Nullable DueTime listedAfter(Instant after) {
    return rdate.firstAfter(after, recurrence.zone(), recurrence.daylightSaving()).orElse(null);
  }

  /** Passes on the omissions up to an instant; the next search reports later omissions. */
  private Consumer<Omission> upTo(Instant last) {
    return omission -> {
      if (!omission.at().isAfter(last)) {
        ruleOmissions.accept(omission);
      }
    };
  }

  private @Nullable DueTime ofRule(Instant after, Consumer<Omission> omissions) {
    if (wallClock != null) {
      DueTime due = wallClock.nextAfter(after, omissions);
      return due == null || counter == null || counter.includes(due.at()) ? due : null;
    }
    Instant next = ((ElapsedTimeRule) recurrence.rule()).nextAfter(after, anchor);
    return next == null ? null : DueTime.planned(next);
  }

  private String excluded() {
    if (excluded == null) {
      excluded = "excluded by " + recurrence.calendar();
    }
    return excluded;
  }

  private boolean isExcluded(Instant time) {
    return calendar != null && calendar.excludes(time);
  }

  /** The first instant that is not excluded any more; null when none is found. */
  private @Nullable Instant exclusionEnd(Instant time) {
    Instant end = time;
    while (calendar != null && questionsLeft > 0 && end.isBefore(LAST)) {
      questionsLeft -= calendar.calendar().parts();
      end = calendar.unchangedUntil(end);
      if (!calendar.excludes(end)) {
        return end;
      }
    }
    return null;
  }
}
