package org.goodtiming.scheduler.registration.resubmission;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.intake.FailedBatches;
import org.goodtiming.scheduler.intake.FailedBatches.Progress;

/** Rows of the quarantine whose resubmission has failed by their content. Not thread-safe. */
final class FailedResubmissions {

  private static final int MAX_ATTEMPTS = 3;

  private final Map<Long, Integer> failures = new HashMap<>();

  /** Forgets rows that are no longer requested. */
  void retain(List<Long> requested) {
    failures.keySet().retainAll(requested);
  }

  void succeeded(long id) {
    failures.remove(id);
  }

  /**
   * Counts a failure that no outage explains.
   *
   * @return whether the row is not to be tried again, which forgets its failures
   */
  boolean isGivenUp(long id, RuntimeException failure) {
    if (FailedBatches.progress(failure) != Progress.UNSTORABLE
        || failures.merge(id, 1, Integer::sum) < MAX_ATTEMPTS) {
      return false;
    }
    failures.remove(id);
    return true;
  }
}
