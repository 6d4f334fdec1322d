package org.goodtiming.scheduler.contract.due;

import static org.goodtiming.scheduler.contract.Refusal.CALENDAR_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.COUNT_OF_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.COUNT_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.DELAY_FROM_END;
import static org.goodtiming.scheduler.contract.Refusal.EXPIRES_WITH_RECURRENCE;
import static org.goodtiming.scheduler.contract.Refusal.JITTER_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.MISFIRE_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.NEVER_DUE;
import static org.goodtiming.scheduler.contract.Refusal.OVERLAP_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.OVERLAP_UNTRACKED;
import static org.goodtiming.scheduler.contract.Refusal.PAUSE_AFTER_UNKNOWN;
import static org.goodtiming.scheduler.contract.Refusal.PAUSE_AFTER_UNTRACKED;
import static org.goodtiming.scheduler.contract.Refusal.RECURRENCE_AND_DUE;
import static org.goodtiming.scheduler.contract.Refusal.RECURRENCE_MISSING;
import static org.goodtiming.scheduler.contract.Refusal.RECURRENCE_UNREADABLE;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.contract.ContractProperties;
import org.goodtiming.scheduler.contract.DueReader;
import org.goodtiming.scheduler.contract.Mistakes;
import org.goodtiming.scheduler.contract.Mistakes.Part;
import org.goodtiming.scheduler.job.Due;
import org.goodtiming.scheduler.job.DurationRange;
import org.goodtiming.scheduler.job.Misfire;
import org.goodtiming.scheduler.job.Overlap;
import org.goodtiming.scheduler.recurrence.FixedDelay;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.ExclusionCalendar;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.jspecify.annotations.Nullable;

/** Reads the recurrence of a job. */
final class RecurrenceReader {

  /** Stands in for an unreadable recurrence while its conditions are read. */
  private static final Recurrence EACH_DAY = Recurrence.parse("cron:0 0 0 * * ?");

  /** Stands in for an unreadable overlap. */
  private static final Overlap WAITING =
      Overlap.named(WireContract.OVERLAP_WAIT, false).orElseThrow();

  private static final DurationRange JITTERS = DurationRange.upTo(Duration.ofDays(1));

  private static final List<String> OF_ONE_RUN = List.of(WireContract.DUE_AT, WireContract.DELAY);

  private final ContractProperties properties;
  private final NamedCalendars calendars;
  private final Mistakes found;

  RecurrenceReader(ContractProperties properties, NamedCalendars calendars, Mistakes found) {
    this.properties = properties;
    this.calendars =
        name -> Optional.of(calendars.find(name).orElseThrow(() -> CALENDAR_UNKNOWN.because(name)));
    this.found = found;
  }

  /**
   * The due time, which is null if the job does not recur.
   *
   * @param plannedFrom the first run is planned after this time
   */
  Part<Due> read(Instant plannedFrom) {
    if (!properties.has(WireContract.RECURRENCE)) {
      return withoutRecurrence(conditionsOfRecurrence());
    }
    Part<String> text = part(() -> properties.text(WireContract.RECURRENCE));
    OF_ONE_RUN.stream()
        .filter(properties::has)
        .forEach(name -> found.check(() -> refuseBeside(name)));
    found.check(this::refuseExpiry);
    Part<Recurrence> parsed = part(() -> Recurrence.parse(text.get(), calendars));
    Recurrence rule = parsed.or(EACH_DAY);
    Part<Recurrence> excepting = part(() -> withCalendar(rule));
    Part<Recurrence> bounded = bounded(excepting.or(rule));
    Part<String> countOf = part(() -> properties.text(WireContract.COUNT_OF));
    Part<Recurrence> recurrence =
        part(
            () -> {
              // The stand-ins for unreadable parts have no due time
              parsed.get();
              excepting.get();
              return isOfSuccesses(countOf.get()) ? bounded.get().times(0) : bounded.get();
            });
    Part<Instant> first = part(() -> first(recurrence.get(), plannedFrom));
    Part<Overlap> overlap = part(() -> overlap(rule, countOf.or(WireContract.COUNT_OF_RUNS)));
    found.check(() -> refuseFromEnd(rule, overlap.get(), text.get()));
    Part<Misfire> misfire = part(this::misfire);
    int count = bounded.or(rule).bounds().times();
    Part<Overlap> counting = part(() -> counting(overlap.or(WAITING), countOf.get(), count));
    Part<Duration> jitter = part(this::jitter);
    Part<Integer> pauseAfter = part(this::pauseAfterFailures);
    return part(
        () ->
            new Due.Recurring(
                recurrence.get(),
                misfire.get(),
                counting.get(),
                first.get(),
                jitter.get(),
                pauseAfter.get()));
  }

  private <T> Part<T> part(Supplier<T> reading) {
    return found.part(
        () -> {
          try {
            return reading.get();
          } catch (RecurrenceSyntaxException e) {
            throw RECURRENCE_UNREADABLE.explainedBy(String.valueOf(e.getMessage()));
          }
        });
  }

  /** Returns the conditions of the job except those of its delay. */
  private List<String> conditionsOfRecurrence() {
    List<String> ofDelay = WorkingDelay.isMeant(properties) ? WorkingDelay.CONDITIONS : List.of();
    return DueReader.CONDITIONS.stream()
        .filter(name -> properties.has(name) && !ofDelay.contains(name))
        .toList();
  }

  private Part<Due> withoutRecurrence(List<String> conditions) {
    conditions.forEach(name -> found.check(() -> refuseWithoutRecurrence(name)));
    return found.part(
        () -> {
          conditions.forEach(this::refuseWithoutRecurrence);
          return null;
        });
  }

  private void refuseWithoutRecurrence(String name) {
    throw RECURRENCE_MISSING.because(name, properties.shown(name));
  }

  private void refuseBeside(String name) {
    throw RECURRENCE_AND_DUE.because(
        properties.shown(WireContract.RECURRENCE), name, properties.shown(name));
  }

  private void refuseExpiry() {
    if (properties.has(WireContract.EXPIRES_AT)) {
      throw EXPIRES_WITH_RECURRENCE.because(properties.shown(WireContract.EXPIRES_AT));
    }
  }

  private static Instant first(Recurrence recurrence, Instant plannedFrom) {
    return recurrence
        .next(plannedFrom)
        .orElseThrow(() -> NEVER_DUE.because(recurrence, plannedFrom))
        .truncatedTo(ChronoUnit.MICROS);
  }

  private Recurrence withCalendar(Recurrence recurrence) {
    String calendar = properties.text(WireContract.CALENDAR);
    if (calendar == null) {
      return recurrence;
    }
    Recurrence excepting =
        recurrence.alsoExcept(ExclusionCalendar.parse("calendar:" + calendar, calendars));
    // Read again: it may be nested too deep now
    return Recurrence.parse(excepting.toString(), calendars);
  }

  /** The properties override the text. */
  private Part<Recurrence> bounded(Recurrence recurrence) {
    Part<Recurrence> zoned = part(() -> zoned(recurrence));
    Part<Instant> start = part(() -> properties.moment(WireContract.START));
    Part<Instant> until = part(() -> properties.moment(WireContract.UNTIL));
    Part<Integer> count = part(this::count);
    return part(() -> bounded(zoned.get(), start.get(), until.get(), count.get()));
  }

  private Recurrence zoned(Recurrence recurrence) {
    String zone = properties.text(WireContract.ZONE);
    return zone == null ? recurrence : recurrence.zone(zone);
  }

  private static Recurrence bounded(
      Recurrence recurrence,
      @Nullable Instant start,
      @Nullable Instant until,
      @Nullable Integer count) {
    Recurrence starting = start == null ? recurrence : recurrence.starting(start);
    Recurrence ending = until == null ? starting : starting.until(until);
    return count == null ? ending : ending.times(count);
  }

  /** Null if absent. */
  private @Nullable Integer count() {
    String text = properties.text(WireContract.COUNT);
    if (text == null) {
      return null;
    }
    if (!text.matches("[1-9]\\d{0,3}")) {
      throw COUNT_UNKNOWN.because(text);
    }
    return Integer.valueOf(text);
  }

  private Misfire misfire() {
    String name = properties.text(WireContract.MISFIRE);
    return name == null
        ? Misfire.FIRE_ONCE
        : Misfire.named(name).orElseThrow(() -> MISFIRE_UNKNOWN.because(name));
  }

  private Duration jitter() {
    String text = properties.text(WireContract.JITTER);
    return text == null
        ? Duration.ZERO
        : JITTERS.parse(text).orElseThrow(() -> JITTER_UNKNOWN.because(text));
  }

  private int pauseAfterFailures() {
    String text = properties.text(WireContract.PAUSE_AFTER_FAILURES);
    if (text == null) {
      return 0;
    }
    if (!text.matches("[1-9]\\d{0,2}|1000")) {
      throw PAUSE_AFTER_UNKNOWN.because(text);
    }
    if (Boolean.FALSE.equals(properties.flag(WireContract.TRACKED))) {
      throw PAUSE_AFTER_UNTRACKED.because(text);
    }
    return Integer.parseInt(text);
  }

  private static boolean isOfSuccesses(@Nullable String countOf) {
    return WireContract.COUNT_OF_SUCCESSES.equals(countOf);
  }

  private static Overlap counting(Overlap overlap, @Nullable String countOf, int count) {
    if (countOf == null || countOf.equals(WireContract.COUNT_OF_RUNS)) {
      return overlap;
    }
    if (!isOfSuccesses(countOf) || count == 0 || !overlap.waits()) {
      String word = overlap.waits() ? WireContract.OVERLAP_WAIT : overlap.text();
      throw COUNT_OF_UNKNOWN.because(countOf, count, word);
    }
    return overlap.until(count);
  }

  private static boolean countsFromEnd(Recurrence recurrence) {
    return recurrence.rule() instanceof FixedDelay delay
        && delay.from() == FixedDelay.Counts.FROM_END;
  }

  private static void refuseFromEnd(Recurrence recurrence, Overlap overlap, String text) {
    if (countsFromEnd(recurrence) && !overlap.waits()) {
      throw DELAY_FROM_END.because(text, overlap.text());
    }
  }

  private Overlap overlap(Recurrence recurrence, @Nullable String countOf) {
    boolean stateful = Boolean.TRUE.equals(properties.flag(WireContract.STATEFUL));
    String text =
        Objects.requireNonNullElse(
            properties.text(WireContract.OVERLAP),
            stateful || countsFromEnd(recurrence) || isOfSuccesses(countOf)
                ? WireContract.OVERLAP_WAIT
                : WireContract.OVERLAP_ALLOW);
    Overlap overlap =
        Overlap.named(text, stateful).orElseThrow(() -> OVERLAP_UNKNOWN.because(text, stateful));
    if (overlap.needsEnds() && Boolean.FALSE.equals(properties.flag(WireContract.TRACKED))) {
      throw OVERLAP_UNTRACKED.because(text);
    }
    return overlap;
  }
}
