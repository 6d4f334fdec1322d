package org.goodtiming.scheduler.job.claim;

import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/**
 * A due job of a queue whose jobs are chosen by their keys.
 *
 * @param version of the row, which each change gives another one
 */
record DueJob(long id, String version, UUID fireId, String key, Instant eligibleAt, int priority) {

  /** The order of jobs that have the same key. */
  static final Comparator<DueJob> BY_TIME =
      Comparator.comparing(DueJob::eligibleAt)
          .thenComparing(DueJob::priority, Comparator.reverseOrder());
}
