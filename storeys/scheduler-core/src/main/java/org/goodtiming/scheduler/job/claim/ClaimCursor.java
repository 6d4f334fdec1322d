package org.goodtiming.scheduler.job.claim;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The due time up to which a run of batches has claimed the jobs of each queue. The next claim
 * begins there: earlier index entries belong to deleted rows, which PostgreSQL would read again
 * until they are vacuumed. Jobs that become due earlier in the meantime are claimed by the next
 * run.
 *
 * @param upTo due time of the last row that was taken, of queues whose jobs are claimed by time
 * @param inFlight rows that the last claim chose by key; its transaction may still be open
 */
public record ClaimCursor(Map<String, Instant> upTo, Set<Long> inFlight) {

  /** The cursor at the beginning of a run. */
  public static final ClaimCursor NONE = new ClaimCursor(Map.of(), Set.of());

  ClaimCursor and(Map<String, Instant> taken, Set<Long> chosen) {
    Map<String, Instant> further = new HashMap<>(upTo);
    further.putAll(taken);
    return new ClaimCursor(Map.copyOf(further), chosen);
  }

  /** The time in the queue as PostgreSQL reads it. */
  String in(String queue) {
    Instant last = upTo.get(queue);
    return last == null ? "-infinity" : last.toString();
  }
}
