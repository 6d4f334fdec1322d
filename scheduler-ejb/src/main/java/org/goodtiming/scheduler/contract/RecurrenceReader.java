package org.goodtiming.scheduler.contract;

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
import static org.goodtiming.scheduler.contract.Refusal.RECURRENCE_AND_DUE;
import static org.goodtiming.scheduler.contract.Refusal.RECURRENCE_MISSING;
import static org.goodtiming.scheduler.contract.Refusal.RECURRENCE_UNREADABLE;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.job.Due;
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

  /** Only allowed with a recurrence. */
  static final List<String> CONDITIONS =
      List.of(
          WireContract.ZONE,
          WireContract.START,
          WireContract.UNTIL,
          WireContract.COUNT,
          WireContract.COUNT_OF,
          WireContract.MISFIRE,
          WireContract.CALENDAR,
          WireContract.JITTER,
          WireContract.OVERLAP,
          WireContract.STATEFUL);

  /** Conditions are read beside it if the recurrence itself cannot be read. */
  private static final Recurrence EACH_DAY = Recurrence.parse("cron:0 0 0 * * ?");

  /** Read beside an overlap that cannot be read. */
  private static final Overlap WAITING =
      Overlap.named(WireContract.OVERLAP_WAIT, false).orElseThrow();

  private static final Duration LONGEST_JITTER = Duration.ofDays(1);

  private static final List<String> OF_ONE_RUN = List.of(WireContract.DUE_AT, WireContract.DELAY);

  private final ContractProperties properties;
  private final NamedCalendars calendars;

  RecurrenceReader(ContractProperties properties, NamedCalendars calendars) {
    this.properties = properties;
    this.calendars =
        name -> Optional.of(calendars.find(name).orElseThrow(() -> CALENDAR_UNKNOWN.because(name)));
  }

  /**
   * Null if the job does not recur.
   *
   * @param plannedFrom the first run is planned after this time
   */
  Due.@Nullable Recurring read(Instant plannedFrom) {
    String text = properties.text(WireContract.RECURRENCE);
    if (text == null) {
      conditionsOfRecurrence().forEach(this::refuseWithoutRecurrence);
      return null;
    }
    OF_ONE_RUN.stream().filter(properties::has).forEach(name -> refuseBeside(name, text));
    refuseExpiry();
    return syntax(() -> due(text, plannedFrom));
  }

  private static <T> T syntax(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (RecurrenceSyntaxException e) {
      throw RECURRENCE_UNREADABLE.explainedBy(String.valueOf(e.getMessage()));
    }
  }

  /** Notes what is wrong with the recurrence and with each of its conditions. */
  void check(Instant plannedFrom, Mistakes found) {
    if (!properties.has(WireContract.RECURRENCE)) {
      conditionsOfRecurrence().forEach(name -> found.check(() -> refuseWithoutRecurrence(name)));
      return;
    }
    OF_ONE_RUN.stream()
        .filter(properties::has)
        .forEach(name -> found.check(() -> refuseBeside(name, shown(WireContract.RECURRENCE))));
    found.check(this::refuseExpiry);
    found.check(() -> read(plannedFrom));
    String text = String.valueOf(shown(WireContract.RECURRENCE));
    Recurrence parsed = found.read(() -> syntax(() -> parse(text)), EACH_DAY);
    found.check(() -> syntax(() -> withCalendar(EACH_DAY)));
    Recurrence recurrence = found.read(() -> syntax(() -> conditioned(parsed)), parsed);
    List.of(WireContract.START, WireContract.UNTIL).forEach(name -> found.check(() -> time(name)));
    found.check(this::count);
    found.check(this::misfire);
    found.check(this::jitter);
    Overlap overlap = found.read(() -> overlap(recurrence), WAITING);
    found.check(() -> counting(overlap, recurrence.bounds().times()));
  }

  /** Those of the job, except the ones that belong to its delay. */
  private List<String> conditionsOfRecurrence() {
    List<String> ofDelay = WorkingDelay.isMeant(properties) ? WorkingDelay.CONDITIONS : List.of();
    return CONDITIONS.stream()
        .filter(name -> properties.has(name) && !ofDelay.contains(name))
        .toList();
  }

  private void refuseWithoutRecurrence(String name) {
    throw RECURRENCE_MISSING.because(name, shown(name));
  }

  private void refuseBeside(String name, Object recurrence) {
    throw RECURRENCE_AND_DUE.because(recurrence, name, shown(name));
  }

  private void refuseExpiry() {
    if (properties.has(WireContract.EXPIRES_AT)) {
      throw EXPIRES_WITH_RECURRENCE.because(shown(WireContract.EXPIRES_AT));
    }
  }

  private Due.Recurring due(String text, Instant plannedFrom) {
    Recurrence read = conditioned(parse(text));
    Recurrence recurrence = countsSuccesses() ? read.times(0) : read;
    Instant first =
        recurrence
            .next(plannedFrom)
            .orElseThrow(() -> NEVER_DUE.because(recurrence, plannedFrom))
            .truncatedTo(ChronoUnit.MICROS);
    Overlap overlap = overlap(recurrence);
    if (countsFromEnd(recurrence) && !overlap.waits()) {
      throw DELAY_FROM_END.because(text);
    }
    return new Due.Recurring(
        recurrence, misfire(), counting(overlap, read.bounds().times()), first, jitter());
  }

  private Recurrence parse(String text) {
    return withCalendar(Recurrence.parse(text, calendars));
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
  private Recurrence conditioned(Recurrence read) {
    Recurrence recurrence = read;
    String zone = properties.text(WireContract.ZONE);
    if (zone != null) {
      recurrence = recurrence.zone(zone);
    }
    Instant start = time(WireContract.START);
    if (start != null) {
      recurrence = recurrence.starting(start);
    }
    Instant until = time(WireContract.UNTIL);
    if (until != null) {
      recurrence = recurrence.until(until);
    }
    Integer count = count();
    return count == null ? recurrence : recurrence.times(count);
  }

  /** Null if absent. */
  private @Nullable Instant time(String name) {
    Object value = properties.value(name);
    return value == null ? null : DueTimes.moment(name, value);
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
        : jitter(text).orElseThrow(() -> JITTER_UNKNOWN.because(text));
  }

  private static Optional<Duration> jitter(String text) {
    try {
      Duration jitter = Duration.parse(text);
      boolean sensible =
          jitter.compareTo(Duration.ZERO) > 0 && jitter.compareTo(LONGEST_JITTER) <= 0;
      return sensible ? Optional.of(jitter) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private boolean countsSuccesses() {
    return WireContract.COUNT_OF_SUCCESSES.equals(properties.text(WireContract.COUNT_OF));
  }

  private Overlap counting(Overlap overlap, int count) {
    String countOf = properties.text(WireContract.COUNT_OF);
    if (countOf == null || countOf.equals(WireContract.COUNT_OF_RUNS)) {
      return overlap;
    }
    if (!countsSuccesses() || count == 0 || !overlap.waits()) {
      String word = overlap.waits() ? WireContract.OVERLAP_WAIT : WireContract.OVERLAP_ALLOW;
      throw COUNT_OF_UNKNOWN.because(countOf, count, word);
    }
    return overlap.until(count);
  }

  private static boolean countsFromEnd(Recurrence recurrence) {
    return recurrence.rule() instanceof FixedDelay delay
        && delay.from() == FixedDelay.Counts.FROM_END;
  }

  private Overlap overlap(Recurrence recurrence) {
    boolean stateful = Boolean.TRUE.equals(properties.flag(WireContract.STATEFUL));
    String text =
        Objects.requireNonNullElse(
            properties.text(WireContract.OVERLAP),
            stateful || countsFromEnd(recurrence) || countsSuccesses()
                ? WireContract.OVERLAP_WAIT
                : WireContract.OVERLAP_ALLOW);
    Overlap overlap =
        Overlap.named(text, stateful).orElseThrow(() -> OVERLAP_UNKNOWN.because(text, stateful));
    if (overlap.waits() && Boolean.FALSE.equals(properties.flag(WireContract.TRACKED))) {
      throw OVERLAP_UNTRACKED.because(text);
    }
    return overlap;
  }

  private Object shown(String name) {
    return Objects.requireNonNull(properties.value(name));
  }
}
