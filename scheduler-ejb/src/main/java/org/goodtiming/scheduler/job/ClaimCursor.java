package org.goodtiming.scheduler.job;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * How far a run of claims has come in each queue. What follows begins there: below lie only the
 * index entries of rows that were taken, which PostgreSQL would read again and again until they are
 * vacuumed. What becomes due below it meanwhile is seen by the next run.
 *
 * @param upTo due time of the last row that was taken
 */
public record ClaimCursor(Map<String, Instant> upTo) {

  /** At the beginning of a run. */
  public static final ClaimCursor NONE = new ClaimCursor(Map.of());

  ClaimCursor and(Map<String, Instant> taken) {
    Map<String, Instant> further = new HashMap<>(upTo);
    further.putAll(taken);
    return new ClaimCursor(Map.copyOf(further));
  }

  /** As PostgreSQL reads it. */
  String in(String queue) {
    Instant last = upTo.get(queue);
    return last == null ? "-infinity" : last.toString();
  }
}
