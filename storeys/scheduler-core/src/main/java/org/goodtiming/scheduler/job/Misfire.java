package org.goodtiming.scheduler.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/**
 * The policy for planned times that were missed by more than the threshold.
 *
 * @param within only of {@link Policy#FIRE_ALL}: times that were missed longer ago have no run;
 *     null for no limit
 */
public record Misfire(Policy policy, @Nullable Duration within) {

  public static final Misfire FIRE_ONCE = new Misfire(Policy.FIRE_ONCE, null);
  public static final Misfire FIRE_ALL = new Misfire(Policy.FIRE_ALL, null);

  private static final String WITHIN = "/";
  private static final DurationRange WITHIN_LIMITS = DurationRange.upTo(Duration.ofDays(366));

  /** The policies, by their words in the wire contract. */
  public enum Policy {
    /** One run for all missed times, at once; the next run is at the first future time. */
    FIRE_ONCE(WireContract.MISFIRE_FIRE_ONCE),
    /** One run for all missed times, each of which counts as a run. */
    FIRE_ONCE_COUNTED(WireContract.MISFIRE_FIRE_ONCE_COUNTED),
    /** No run for any of them. */
    SKIP(WireContract.MISFIRE_SKIP),
    /** No run for any of them, but each of them counts as a run. */
    SKIP_COUNTED(WireContract.MISFIRE_SKIP_COUNTED),
    /** A run for each of them, one after the other. */
    FIRE_ALL(WireContract.MISFIRE_FIRE_ALL);

    private final String wireName;

    Policy(String wireName) {
      this.wireName = wireName;
    }

    public boolean skips() {
      return this == SKIP || this == SKIP_COUNTED;
    }

    public boolean counts() {
      return this == FIRE_ONCE_COUNTED || this == SKIP_COUNTED;
    }
  }

  /** Empty if there is no such policy. */
  public static Optional<Misfire> named(String text) {
    int end = text.indexOf(WITHIN);
    Optional<Policy> policy = policy(end < 0 ? text : text.substring(0, end));
    if (end < 0) {
      return policy.map(each -> new Misfire(each, null));
    }
    return policy
        .filter(each -> each == Policy.FIRE_ALL)
        .flatMap(each -> WITHIN_LIMITS.parse(text.substring(end + 1)))
        .map(within -> new Misfire(Policy.FIRE_ALL, within));
  }

  private static Optional<Policy> policy(String wireName) {
    return Arrays.stream(Policy.values())
        .filter(each -> each.wireName.equals(wireName))
        .findFirst();
  }

  /**
   * The wire contract's word for why a run is late; null if it is not.
   *
   * @param threshold a planned time is missed if it has passed by more than this
   */
  public @Nullable String lateness(Instant planned, Instant now, Duration threshold) {
    if (!now.isAfter(planned.plus(threshold))) {
      return null;
    }
    return policy == Policy.FIRE_ALL ? WireContract.LATE_CATCH_UP : WireContract.LATE_MISFIRE;
  }

  /** The text of the wire contract. */
  @Override
  public String toString() {
    return within == null ? policy.wireName : policy.wireName + WITHIN + within;
  }
}
