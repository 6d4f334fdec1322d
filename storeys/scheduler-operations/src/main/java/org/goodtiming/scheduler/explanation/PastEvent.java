package org.goodtiming.scheduler.explanation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a job, its worker queue, its schedule or its partition.
 *
 * @param kind action of the audit, or one of the constants
 * @param since when the state that the event ended had begun; null if that is unknown
 * @param detail the user, the new leader and its reason, the fire id, or the message of the attempt
 */
public record PastEvent(String kind, Instant at, @Nullable Instant since, String detail) {

  static final String HOLD = "hold job";
  static final String RELEASE = "release job";
  static final String PAUSE_QUEUE = "pause worker queue";
  static final String RESUME_QUEUE = "resume worker queue";
  static final String PAUSE_SCHEDULE = "pause schedule";
  static final String RESUME_SCHEDULE = "resume schedule";

  /** A node took the lease of the partition. */
  static final String LEAD = "lead partition";

  /** The previous run, for which this run had to wait, ended. */
  static final String PREVIOUS_RUN = "previous run";

  /** An attempt ended, and the run was to be sent again. */
  static final String ATTEMPT = "attempt";
}
