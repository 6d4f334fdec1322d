package org.goodtiming.scheduler.job;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/**
 * The rule for a run of a schedule that becomes due during the previous run, and the effect of the
 * end of a run.
 *
 * @param limit maximum time that a due run waits for the end of the previous run; null if it does
 *     not wait
 * @param stateful whether the result of a run becomes the payload of the next one; only with a
 *     limit
 * @param successes number of finished runs after which the schedule ends; 0: no limit; only with a
 *     limit
 */
public record Overlap(Rule rule, @Nullable Duration limit, boolean stateful, int successes) {

  /** What happens to the two runs, by the words of the wire contract. */
  public enum Rule {
    /** Both run. */
    ALLOW(WireContract.OVERLAP_ALLOW),
    /** The due run waits for the end of the previous one. */
    WAIT(WireContract.OVERLAP_WAIT),
    /** The due run is not dispatched. */
    SKIP(WireContract.OVERLAP_SKIP),
    /** The due run is dispatched, and the previous one is cancelled. */
    CANCEL(WireContract.OVERLAP_CANCEL);

    private final String wireName;

    Rule(String wireName) {
      this.wireName = wireName;
    }
  }

  public static final Overlap ALLOWED = new Overlap(Rule.ALLOW, null, false, 0);

  private static final Duration DEFAULT_LIMIT = Duration.ofDays(1);
  private static final DurationRange LIMITS = DurationRange.upTo(Duration.ofDays(366));

  public Overlap {
    if ((rule == Rule.WAIT) != (limit != null)) {
      throw new IllegalArgumentException("a limit is of a run that waits");
    }
    if ((stateful || successes > 0) && limit == null) {
      throw new IllegalArgumentException(
          "the limit is missing: the next run waits for the report of the previous run");
    }
  }

  /** Returns a copy for a schedule that ends after this number of finished runs. */
  public Overlap until(int wantedSuccesses) {
    return new Overlap(rule, limit, stateful, wantedSuccesses);
  }

  /** Empty if the text is none of the wire contract. */
  public static Optional<Overlap> named(String text, boolean stateful) {
    if (text.equals(WireContract.OVERLAP_WAIT)) {
      return Optional.of(waiting(DEFAULT_LIMIT, stateful));
    }
    String prefix = WireContract.OVERLAP_WAIT + "/";
    if (text.startsWith(prefix)) {
      return LIMITS.parse(text.substring(prefix.length())).map(limit -> waiting(limit, stateful));
    }
    return Arrays.stream(Rule.values())
        .filter(rule -> rule.wireName.equals(text) && !stateful)
        .findFirst()
        .map(rule -> new Overlap(rule, null, false, 0));
  }

  /** The stored rule: {@link #action} and {@link #limit}. */
  public static Overlap of(@Nullable String action, @Nullable Duration limit) {
    if (action != null) {
      return new Overlap(Rule.valueOf(action), null, false, 0);
    }
    return limit == null ? ALLOWED : waiting(limit, false);
  }

  private static Overlap waiting(Duration limit, boolean stateful) {
    return new Overlap(Rule.WAIT, limit, stateful, 0);
  }

  public boolean waits() {
    return rule == Rule.WAIT;
  }

  /** Whether the end of the previous run must be known. */
  public boolean needsEnds() {
    return rule != Rule.ALLOW;
  }

  /** What happens at the dispatch of a run to it or to the previous one; null: nothing. */
  public @Nullable String action() {
    return rule == Rule.SKIP || rule == Rule.CANCEL ? rule.name() : null;
  }

  /** The text of the wire contract, which has other properties for state and successes. */
  public String text() {
    return limit == null ? rule.wireName : rule.wireName + "/" + limit;
  }
}
