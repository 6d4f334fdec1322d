package org.goodtiming.scheduler.recurrence;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.goodtiming.scheduler.recurrence.calendar.CombinedCalendar;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.HolidayCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.cron.CronExpression;
import org.jspecify.annotations.Nullable;

/**
 * The due times of a recurring job. Immutable; each method that adds a condition returns a new
 * recurrence. As a sequence of characters it is its text form, as {@link #toString} writes it and
 * {@link #parse(String)} reads it. The default zone is UTC. Unreadable texts and values out of
 * range throw {@link org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException}, nothing
 * else.
 *
 * @param deviations times that are due beside those of the rule, and times that are not due
 */
public record Recurrence(
    Rule rule, ZoneId zone, DaylightSaving daylightSaving, Bounds bounds, Deviations deviations)
    implements CharSequence {

  static Recurrence of(Rule rule) {
    return new Recurrence(
        rule, ZoneOffset.UTC, DaylightSaving.DEFAULT, Bounds.NONE, Deviations.NONE);
  }

  /**
   * Reads what {@link #toString} writes, such as {@code cron:0 0 6 ? * MON-FRI zone=Europe/Berlin}.
   */
  public static Recurrence parse(String text) {
    return parse(text, NamedCalendars.NONE);
  }

  /** The same for a text whose {@code except} may hold {@code calendar:NAME}. */
  public static Recurrence parse(String text, NamedCalendars calendars) {
    return RecurrenceText.parse(text, calendars);
  }

  public static Recurrence once(Instant at) {
    return of(new Once(at));
  }

  /** Seconds, minutes, hours, day of month, month, day of week, and optionally the year. */
  public static Recurrence cron(String expression) {
    return of(new CronRule(CronExpression.parse(expression)));
  }

  /**
   * The five fields of a crontab: minutes, hours, day of month, month, and day of week, in which 0
   * and 7 are Sunday. If both days are restricted, one of them is enough.
   */
  public static Recurrence unix(String crontab) {
    return of(new CronRule(CronExpression.parseUnix(crontab)));
  }

  /** Fixed rate: multiples of the period from the start, however long the runs take. */
  public static Recurrence every(Duration period) {
    return of(new FixedRate(period));
  }

  /** Fixed delay: give the time of the last dispatch to {@link #next}. */
  public static Recurrence delay(Duration afterDispatch) {
    return of(new FixedDelay(afterDispatch, FixedDelay.Counts.FROM_DISPATCH));
  }

  /** Fixed delay: give the reported end of the last run to {@link #next}. */
  public static Recurrence delayAfterEnd(Duration afterEnd) {
    return of(new FixedDelay(afterEnd, FixedDelay.Counts.FROM_END));
  }

  public static Recurrence days(int every) {
    return of(new CalendarInterval(every, ChronoUnit.DAYS, EndOfMonth.CLAMP));
  }

  public static Recurrence weeks(int every) {
    return of(new CalendarInterval(every, ChronoUnit.WEEKS, EndOfMonth.CLAMP));
  }

  public static Recurrence months(int every, EndOfMonth endOfMonth) {
    return of(new CalendarInterval(every, ChronoUnit.MONTHS, endOfMonth));
  }

  public static Recurrence years(int every, EndOfMonth endOfMonth) {
    return of(new CalendarInterval(every, ChronoUnit.YEARS, endOfMonth));
  }

  /**
   * A recurrence at an interval within a window such as {@code 09:00-17:00}, on weekdays such as
   * {@code MON-FRI}.
   */
  public static Recurrence daily(Duration every, String window, String weekdays) {
    return of(DailyInterval.parse("%s/%s/%s".formatted(every, window, weekdays)));
  }

  /** An ISO-8601 repeating interval such as {@code R5/2026-12-01T10:00Z/PT1H}. */
  public static Recurrence iso(String repeatingInterval) {
    return of(RepeatingIntervals.parse(repeatingInterval));
  }

  /**
   * An RFC 5545 rule such as {@code FREQ=MONTHLY;BYDAY=-1FR}; the start of the recurrence is its
   * DTSTART, from which COUNT counts.
   */
  public static Recurrence rrule(String rule) {
    return of(IcalendarRule.parse(rule));
  }

  public Recurrence zone(String id) {
    try {
      return zone(ZoneId.of(id));
    } catch (DateTimeException e) {
      throw ValueReader.refused("zone", id, "write a time zone such as Europe/Berlin");
    }
  }

  public Recurrence zone(ZoneId zone) {
    return new Recurrence(rule, zone, daylightSaving, bounds, deviations);
  }

  /** No run is due before this instant; intervals count from it. */
  public Recurrence starting(Instant start) {
    return bounds(new Bounds(start, bounds.until(), bounds.times()));
  }

  /** No run is due after this instant, whatever the number of runs. */
  public Recurrence until(Instant end) {
    return bounds(new Bounds(bounds.start(), end, bounds.times()));
  }

  /** Maximum number of runs; 0 for no limit. */
  public Recurrence times(int runs) {
    return bounds(new Bounds(bounds.start(), bounds.until(), runs));
  }

  private Recurrence bounds(Bounds bounds) {
    return new Recurrence(rule, zone, daylightSaving, bounds, deviations);
  }

  public Recurrence inGap(DaylightSaving.Gap gap) {
    return daylightSaving(new DaylightSaving(gap, daylightSaving.overlap()));
  }

  public Recurrence inOverlap(DaylightSaving.Overlap overlap) {
    return daylightSaving(new DaylightSaving(daylightSaving.gap(), overlap));
  }

  private Recurrence daylightSaving(DaylightSaving policy) {
    return new Recurrence(rule, zone, policy, bounds, deviations);
  }

  /** No run is due at the times of the calendar, read in the zone of the recurrence. */
  public Recurrence except(ExclusionCalendar excluded) {
    return deviations(
        new Deviations(excluded, deviations.roll(), deviations.rdate(), deviations.exdate()));
  }

  /**
   * A run of a day that the calendar excludes as a whole moves to the same time on the last working
   * day before, or on the next one. A fixed delay is refused.
   */
  public Recurrence roll(Roll roll) {
    if (rule instanceof FixedDelay) {
      throw ValueReader.refused("roll", rule.toString(), "a delay already waits for its calendar");
    }
    return deviations(new Deviations(calendar(), roll, deviations.rdate(), deviations.exdate()));
  }

  /** A run is due at these times as well, such as {@code 20261224T090000,20261231T080000Z}. */
  public Recurrence rdate(String times) {
    return deviations(
        new Deviations(
            calendar(), deviations.roll(), ListedTimes.parseRdate(times), deviations.exdate()));
  }

  /** No run is due at these times and on these dates, such as {@code 20261224T090000,20261231}. */
  public Recurrence exdate(String times) {
    return deviations(
        new Deviations(
            calendar(), deviations.roll(), deviations.rdate(), ListedTimes.parseExdate(times)));
  }

  private Recurrence deviations(Deviations changed) {
    return new Recurrence(rule, zone, daylightSaving, bounds, changed);
  }

  /** No run is due on public holidays of a country, {@code DE}, or a region, {@code DE-BE}. */
  public Recurrence skippingHolidaysOf(String region) {
    return alsoExcept(new HolidayCalendar(region));
  }

  /** Returns a copy that also excludes the times of this calendar. */
  public Recurrence alsoExcept(ExclusionCalendar further) {
    ExclusionCalendar calendar = calendar();
    return except(
        calendar == null
            ? further
            : new CombinedCalendar(CombinedCalendar.Mode.ANY, List.of(calendar, further)));
  }

  /** The times at which no run is due; null for none. */
  public @Nullable ExclusionCalendar calendar() {
    return deviations.calendar();
  }

  /** The anchor from which intervals count. */
  Anchor anchor() {
    return new Anchor(bounds.start(), zone);
  }

  /** The named calendars that exclude times, each once. */
  public Set<NamedCalendar> namedCalendars() {
    ExclusionCalendar calendar = calendar();
    return calendar == null ? Set.of() : Set.copyOf(calendar.namedCalendars());
  }

  /** The first due time after the instant, when no run was before; empty when there is none. */
  public Optional<Instant> next(Instant after) {
    return next(after, 0);
  }

  /** The first due time after the instant; empty when there is none, or after enough runs. */
  public Optional<Instant> next(Instant after, int runs) {
    DueTime due = new DueTimeSearch(this, omission -> {}).next(after, runs);
    return Optional.ofNullable(due).map(DueTime::at);
  }

  /** The due times after the instant; a fixed delay counts from the due time before. */
  public Stream<Instant> dueTimes(Instant after) {
    Stream<Instant> all = searched(after);
    return bounds.times() == 0 ? all : all.limit(bounds.times());
  }

  /**
   * The last due time before the instant, whatever the number of runs; empty when there is none. A
   * fixed delay is refused, as it has no times without its runs.
   */
  public Optional<Instant> previous(Instant before) {
    checkTimes();
    DueTimeSearch search = new DueTimeSearch(this, omission -> {});
    Instant earliest = bounds.searchAfter(Instant.MIN);
    return Optional.ofNullable(
        new PreviousDueTime(search, earliest, Bounds.upToHorizon(before)).find());
  }

  /** Whether a run is due at this instant, whatever the number of runs. */
  public boolean matches(Instant instant) {
    checkTimes();
    return next(Bounds.justBefore(instant)).filter(instant::equals).isPresent();
  }

  /**
   * The due times from one instant, included, to another, excluded, whatever the number of runs. A
   * fixed delay is refused.
   */
  public Stream<Instant> between(Instant from, Instant to) {
    checkTimes();
    return searched(Bounds.justBefore(from)).takeWhile(due -> due.isBefore(to));
  }

  /** The number of the times {@link #between} two instants. */
  public long count(Instant from, Instant to) {
    if (!isCountable()) {
      return between(from, to).count();
    }
    Instant start = bounds.searchAfter(Bounds.justBefore(from)).plusNanos(1);
    Instant end = bounds.searchBefore(to);
    if (!start.isBefore(end)) {
      return 0;
    }
    return rule instanceof FixedRate rate
        ? rate.count(start, end, anchor())
        : counter((WallClockRule) rule, start).countBefore(end);
  }

  /** Whether {@link #count} takes no longer for many times than for few. */
  public boolean isCountable() {
    boolean isPlain = rule instanceof FixedRate || rule instanceof CronRule;
    return isPlain && deviations.equals(Deviations.NONE);
  }

  private RunCounter counter(WallClockRule rule, Instant start) {
    return new RunCounter(
        WallClock.of(rule, anchor(), daylightSaving, ListedTimes.NONE), start, Long.MAX_VALUE);
  }

  private void checkTimes() {
    if (rule instanceof FixedDelay) {
      throw ValueReader.refused("recurrence", rule.toString(), "has no times without its runs");
    }
  }

  private Stream<Instant> searched(Instant after) {
    DueTimeSearch search = new DueTimeSearch(this, omission -> {});
    return Stream.iterate(search.next(after, 0), Objects::nonNull, due -> search.next(due.at(), 0))
        .map(DueTime::at);
  }

  /**
   * The next due times, up to the given number, and each omitted time of the rule between them.
   * Consecutive times that the same clock change or excluded time omits are one line.
   */
  public List<Occurrence> explain(Instant after, int dueTimes) {
    return Explanation.of(this, after, dueTimes);
  }

  /** The same for the times after one instant and before another, about 1,000 lines at most. */
  public List<Occurrence> explain(Instant after, Instant before) {
    return Explanation.between(this, after, before);
  }

  /** The same for the due times after now, by the clock of the machine. */
  public List<Occurrence> explain(int dueTimes) {
    return explain(Instant.now(), dueTimes);
  }

  /** The meaning, as a sentence in English. */
  public String describe() {
    return Explanation.sentence(this);
  }

  @Override
  public int length() {
    return toString().length();
  }

  @Override
  public char charAt(int index) {
    return toString().charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return toString().subSequence(start, end);
  }

  /** The text form. */
  @Override
  public String toString() {
    return RecurrenceText.format(this);
  }
}
