package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.DELAY_OUT_OF_RANGE;
import static org.goodtiming.scheduler.contract.Refusal.DELAY_UNREADABLE;
import static org.goodtiming.scheduler.contract.Refusal.MOMENT_OUT_OF_RANGE;
import static org.goodtiming.scheduler.contract.Refusal.MOMENT_UNREADABLE;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.recurrence.syntax.IsoTime;

/**
 * Moments and delays in all forms of the wire contract, rounded up to PostgreSQL's microseconds.
 */
public final class DueTimes {

  private static final Instant YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z");
  private static final Pattern DIGITS = Pattern.compile("-?\\d+");

  private DueTimes() {}

  /** Reads ISO 8601; empty if it cannot be read, or no job can be due then. */
  public static Optional<Instant> parse(String text) {
    try {
      Instant moment = IsoTime.parse(text).toInstant();
      return Optional.of(moment).filter(DueTimes::isStorable).map(DueTimes::rounded);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  public static Instant moment(String name, Object value) {
    if (ContractProperties.isWhole(value)) {
      return inRange(name, value, Instant.ofEpochMilli(((Number) value).longValue()));
    }
    if (!(value instanceof String text)) {
      throw MOMENT_UNREADABLE.because(name, value);
    }
    return inRange(
        name, value, DIGITS.matcher(text).matches() ? epochMillis(name, text) : iso(name, text));
  }

  static Duration delay(Object value, Instant receivedAt) {
    if (!(value instanceof String text)) {
      throw DELAY_UNREADABLE.because(value);
    }
    Duration delay = duration(text);
    if (delay.isNegative() || !endsInTime(receivedAt, delay)) {
      throw DELAY_OUT_OF_RANGE.because(text);
    }
    return delay.plusNanos(999).truncatedTo(ChronoUnit.MICROS);
  }

  public static boolean isDuration(Object value) {
    try {
      return value instanceof String text && Duration.parse(text) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static Instant epochMillis(String name, String digits) {
    try {
      return Instant.ofEpochMilli(Long.parseLong(digits));
    } catch (NumberFormatException e) {
      throw MOMENT_OUT_OF_RANGE.because(name, digits);
    }
  }

  private static Instant iso(String name, String text) {
    try {
      return IsoTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw MOMENT_UNREADABLE.because(name, text);
    }
  }

  private static Instant inRange(String name, Object value, Instant moment) {
    if (!isStorable(moment)) {
      throw MOMENT_OUT_OF_RANGE.because(name, value);
    }
    return rounded(moment);
  }

  /** Whether a job can be due then. */
  public static boolean isStorable(Instant moment) {
    return !moment.isBefore(Instant.EPOCH) && rounded(moment).isBefore(YEAR_10000);
  }

  // Rounds up: rounding down would dispatch a job before its due time
  private static Instant rounded(Instant moment) {
    return moment.plusNanos(999).truncatedTo(ChronoUnit.MICROS);
  }

  private static Duration duration(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeException e) {
      throw DELAY_UNREADABLE.because(text);
    }
  }

  private static boolean endsInTime(Instant receivedAt, Duration delay) {
    try {
      return receivedAt.plus(delay).isBefore(YEAR_10000.minusSeconds(1));
    } catch (DateTimeException | ArithmeticException e) {
      return false;
    }
  }
}
