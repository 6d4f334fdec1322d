package org.goodtiming.scheduler.job;

import java.time.Duration;
import java.util.Optional;
import org.goodtiming.scheduler.api.WireContract;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run of a schedule may be dispatched while the last one has not ended, and what its end
 * does.
 *
 * @param limit how long a run that is due waits for the end of the last one; null if it does not
 * @param stateful whether the result of a run becomes the payload of the next one; only with a
 *     limit
 * @param successes after how many runs that have finished the schedule ends; 0: they do not end it;
 *     only with a limit
 */
public record Overlap(@Nullable Duration limit, boolean stateful, int successes) {

  public static final Overlap ALLOWED = new Overlap(null, false);

  private static final Duration DEFAULT_LIMIT = Duration.ofDays(1);
  private static final DurationRange LIMITS = DurationRange.upTo(Duration.ofDays(366));

  public Overlap {
    if ((stateful || successes > 0) && limit == null) {
      throw new IllegalArgumentException("the next run waits for what the last one reports");
    }
  }

  public Overlap(@Nullable Duration limit, boolean stateful) {
    this(limit, stateful, 0);
  }

  /** This rule for a schedule that ends after so many runs that have finished. */
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
