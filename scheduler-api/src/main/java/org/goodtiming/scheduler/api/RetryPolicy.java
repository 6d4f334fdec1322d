package org.goodtiming.scheduler.api;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Number and delays of the retries of a job whose worker failed at all deliveries of the broker.
 * Immutable.
 *
 * <p>Text forms:
 *
 * <ul>
 *   <li>{@code none}: never again
 *   <li>{@code PT1M,PT10M,PT1H}: three retries, with these delays
 *   <li>{@code 5/PT1M}: five retries, a minute before each
 *   <li>{@code 5/PT1M*2..PT6H}: five retries; the first delay is a minute, each further one twice
 *       as long, at most six hours
 *   <li>{@code 5/PT1M*2~20%}: each delay is longer by a random share of up to 20 per cent
 * </ul>
 */
public final class RetryPolicy {

  /** No retry. */
  public static final RetryPolicy NONE = new RetryPolicy("none", new Listed(List.of()), 0);

  private static final int MAX_RETRIES = 1_000;
  private static final BigDecimal MAX_FACTOR = BigDecimal.TEN;
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /** The longest delay. */
  public static final Duration LONGEST = Duration.ofDays(366);

  private static final Pattern DURATION = Pattern.compile("P[0-9DTHMS.]+");
  private static final Pattern JITTER = Pattern.compile("(.+)~([1-9][0-9]?|100)%");
  private static final Pattern GROWTH =
      Pattern.compile(
          "([0-9]{1,4})/([^*.]+(?:\\.[0-9]+S)?)(?:\\*([0-9]+(?:\\.[0-9]+)?))?(?:\\.\\.(.+))?");

  private final String text;
  private final Delays delays;
  private final int jitterPercent;

  private sealed interface Delays permits Listed, Growing {

    int retries();

    /**
     * @param retry from 1
     */
    Duration before(int retry);
  }

  private record Listed(List<Duration> all) implements Delays {

    @Override
    public int retries() {
      return all.size();
    }

    @Override
    public Duration before(int retry) {
      return all.get(retry - 1);
    }
  }

  private record Growing(int retries, Duration first, BigDecimal factor, Duration longest)
      implements Delays {

    @Override
    public Duration before(int retry) {
      double seconds = first.toMillis() / 1e3 * Math.pow(factor.doubleValue(), retry - 1);
      return seconds >= longest.toMillis() / 1e3
          ? longest
          : Duration.ofMillis(Math.round(seconds * 1e3));
    }
  }

  private RetryPolicy(String text, Delays delays, int jitterPercent) {
    this.text = text;
    this.delays = delays;
    this.jitterPercent = jitterPercent;
  }

  /**
   * Reads a policy.
   *
   * @throws IllegalArgumentException if the text is no policy; the message says why
   */
  public static RetryPolicy parse(String text) {
    if (text.equals(NONE.text)) {
      return NONE;
    }
    if (text.length() > WireContract.MAX_TEXT_LENGTH) {
      throw unreadable(
          text, "it has more than %d characters".formatted(WireContract.MAX_TEXT_LENGTH));
    }
    Matcher jitter = JITTER.matcher(text);
    boolean jittered = jitter.matches();
    Delays delays = delays(text, jittered ? jitter.group(1) : text);
    return new RetryPolicy(text, delays, jittered ? Integer.parseInt(jitter.group(2)) : 0);
  }

  private static Delays delays(String text, String delays) {
    Matcher growth = GROWTH.matcher(delays);
    if (growth.matches()) {
      return growing(text, growth);
    }
    return new Listed(
        Arrays.stream(delays.split(",", -1)).map(delay -> duration(text, delay)).toList());
  }

  private static Growing growing(String text, Matcher growth) {
    int retries = Integer.parseInt(growth.group(1));
    if (retries < 1 || retries > MAX_RETRIES) {
      throw unreadable(text, "the number of retries must be 1 to " + MAX_RETRIES);
    }
    BigDecimal factor = growth.group(3) == null ? BigDecimal.ONE : new BigDecimal(growth.group(3));
    if (factor.compareTo(BigDecimal.ONE) < 0 || factor.compareTo(MAX_FACTOR) > 0) {
      throw unreadable(text, "the factor must be 1 to " + MAX_FACTOR);
    }
    Duration first = duration(text, growth.group(2));
    Duration longest = growth.group(4) == null ? LONGEST : duration(text, growth.group(4));
    if (longest.compareTo(first) < 0) {
      throw unreadable(text, "the longest delay must not be shorter than the first");
    }
    return new Growing(retries, first, factor, longest);
  }

  private static Duration duration(String text, String delay) {
    Duration duration = parsed(delay);
    if (duration == null) {
      throw unreadable(
          text, "'%s' must be a duration of ISO 8601, days and smaller units".formatted(delay));
    }
    if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
      throw unreadable(text, "the delay %s must be PT1S to P366D".formatted(delay));
    }
    return duration;
  }

  private static @Nullable Duration parsed(String delay) {
    try {
      return DURATION.matcher(delay).matches() ? Duration.parse(delay) : null;
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  private static IllegalArgumentException unreadable(String text, String why) {
    return new IllegalArgumentException(
        "retry policy '%s' cannot be read, %s. Write none, delays as PT1M,PT10M,PT1H, or growth as 5/PT1M*2..PT6H, and ~20%% after it for jitter"
            .formatted(text, why));
  }

  /** Maximum number of retries; 0 for none. */
  public int retries() {
    return delays.retries();
  }

  /**
   * Delay before a retry.
   *
   * @param retry number of the retry, 1 to {@link #retries}
   * @param random from 0 to less than 1: the share of the jitter
   */
  public Duration delay(int retry, double random) {
    if (retry < 1 || retry > retries()) {
      throw new IllegalArgumentException(
          "retry %d of policy %s, which has %d".formatted(retry, text, retries()));
    }
    Duration delay = delays.before(retry);
    return delay.plusMillis(Math.round(delay.toMillis() * random * jitterPercent / 100));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RetryPolicy policy && policy.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** The text from which the policy was parsed. */
  @Override
  public String toString() {
    return text;
  }
}
