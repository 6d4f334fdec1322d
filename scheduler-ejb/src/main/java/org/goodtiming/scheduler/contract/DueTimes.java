package org.goodtiming.scheduler.contract;

import static org.goodtiming.scheduler.contract.Refusal.DELAY_OUT_OF_RANGE;
import static org.goodtiming.scheduler.contract.Refusal.DELAY_UNREADABLE;
import static org.goodtiming.scheduler.contract.Refusal.MOMENT_OUT_OF_RANGE;
import static org.goodtiming.scheduler.contract.Refusal.MOMENT_UNREADABLE;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Moments and delays in all forms of the wire contract, rounded up to PostgreSQL's microseconds.
 */
final class DueTimes {

  private static final Instant YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z");
  private static final Pattern DIGITS = Pattern.compile("-?\\d+");

  /** ISO-8601 extended or basic; basic because STOMP strips colons. */
  private static final Pattern ISO =
      Pattern.compile(
          "(\\d{4})-?(\\d\\d)-?(\\d\\d)T(\\d\\d):?(\\d\\d)(?::?(\\d\\d)(\\.\\d{1,9})?)?(?:(Z)|([+-]\\d\\d)(?::?(\\d\\d))?)");

  private DueTimes() {}

  static Instant moment(String name, Object value) {
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

  static boolean isDuration(Object value) {
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
    Matcher iso = ISO.matcher(text);
    if (!iso.matches()) {
      throw MOMENT_UNREADABLE.because(name, text);
    }
    try {
      return OffsetDateTime.parse(extended(iso)).toInstant();
    } catch (DateTimeException e) {
      throw MOMENT_UNREADABLE.because(name, text);
    }
  }

  private static String extended(Matcher iso) {
    return "%s-%s-%sT%s:%s:%s%s%s"
        .formatted(
            iso.group(1),
            iso.group(2),
            iso.group(3),
            iso.group(4),
            iso.group(5),
            orElse(iso.group(6), "00"),
            orElse(iso.group(7), ""),
            iso.group(8) != null ? "Z" : iso.group(9) + ":" + orElse(iso.group(10), "00"));
  }

  private static String orElse(@Nullable String group, String otherwise) {
    return group == null ? otherwise : group;
  }

  private static Instant inRange(String name, Object value, Instant moment) {
    // Never early: rounding down would dispatch a job before its due time
    Instant rounded = moment.plusNanos(999).truncatedTo(ChronoUnit.MICROS);
    if (moment.isBefore(Instant.EPOCH) || !rounded.isBefore(YEAR_10000)) {
      throw MOMENT_OUT_OF_RANGE.because(name, value);
    }
    return rounded;
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
