package org.goodtiming.scheduler.job.claim;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The due time up to which a run of batches has claimed the jobs of each queue. The next claim
 * begins there: earlier index entries belong to deleted rows, which PostgreSQL would read again
 * until they are vacuumed. Jobs that become due earlier in the meantime are claimed by the next
 * run.
 *
 * @param upTo due time of the last row that was taken
 */
public record ClaimCursor(Map<String, Instant> upTo) {

  /** The cursor at the beginning of a run. */
  public static final ClaimCursor NONE = new ClaimCursor(Map.of());

  ClaimCursor and(Map<String, Instant> taken) {
    Map<String, Instant> further = new HashMap<>(upTo);
    further.putAll(taken);
    return new ClaimCursor(Map.copyOf(further));
  }

  /** The time in the queue as PostgreSQL reads it. */
  String in(String queue) {
    Instant last = upTo.get(queue);
    return last == null ? "-infinity" : last.toString();
  }
}
