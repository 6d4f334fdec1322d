package org.goodtiming.scheduler.job;

import java.time.Duration;
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
public record Overlap(@Nullable Duration limit, boolean stateful, int successes) {

  public static final Overlap ALLOWED = new Overlap(null, false);

  private static final Duration DEFAULT_LIMIT = Duration.ofDays(1);
  private static final DurationRange LIMITS = DurationRange.upTo(Duration.ofDays(366));

  public Overlap {
    if ((stateful || successes > 0) && limit == null) {
      throw new IllegalArgumentException(
          "the limit is missing: the next run waits for the report of the previous run");
    }
  }

  public Overlap(@Nullable Duration limit, boolean stateful) {
    this(limit, stateful, 0);
  }

  /** Returns a copy for a schedule that ends after this number of finished runs. */
  public Overlap until(int wantedSuccesses) {
    return new Overlap(limit, stateful, wantedSuccesses);
  }

  /** Empty if the text is none of the wire contract. */
  public static Optional<Overlap> named(String text, boolean stateful) {
    if (text.equals(WireContract.OVERLAP_ALLOW)) {
      return stateful ? Optional.empty() : Optional.of(ALLOWED);
    }
    if (text.equals(WireContract.OVERLAP_WAIT)) {
      return Optional.of(new Overlap(DEFAULT_LIMIT, stateful));
    }
    String prefix = WireContract.OVERLAP_WAIT + "/";
    return text.startsWith(prefix)
        ? LIMITS.parse(text.substring(prefix.length())).map(limit -> new Overlap(limit, stateful))
        : Optional.empty();
  }

  public boolean waits() {
    return limit != null;
  }

  /** The text of the wire contract, which has other properties for state and successes. */
  public String text() {
    return limit == null ? WireContract.OVERLAP_ALLOW : WireContract.OVERLAP_WAIT + "/" + limit;
  }
}
