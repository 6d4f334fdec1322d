package org.goodtiming.scheduler.execution;

import org.goodtiming.scheduler.job.JobEvents;

/** The history of runs: the statement that changes the state of runs also writes it. */
public final class Transitions {

  private static final String INSERT =
      """
      INSERT INTO scheduler.execution_transition (fire_id, attempt, old_state, new_state, node, message)
        SELECT fire_id, attempt, old_state, state, node, message FROM <runs> WHERE old_state IS DISTINCT FROM state
      """;

  /** Excludes dispatched and waiting jobs, which the statement that changes table job reports. */
  private static final String EVENT =
      """
      CASE WHEN r.state = r.old_state THEN NULL
           ELSE CASE r.state WHEN 'RUNNING' THEN 'started' WHEN 'FINISHED' THEN 'finished' WHEN 'ERROR' THEN 'failed'
                             WHEN 'SUBMITTED' THEN 'retried' WHEN 'CANCELLED' THEN 'cancelled' WHEN 'EXPIRED' THEN 'expired'
                             WHEN 'EXHAUSTED' THEN 'exhausted' END END""";

  private Transitions() {}

  /**
   * The end of a statement that changes runs.
   *
   * @param runs name of a relation with columns fire_id, attempt, old_state (null for a new run),
   *     state, node and message
   */
  static String of(String runs) {
    return INSERT.replace("<runs>", runs);
  }

  /**
   * Part {@code logged} of a WITH clause.
   *
   * @param runs as of {@link #of}
   */
  public static String logged(String runs) {
    return "logged AS (%s)".formatted(of(runs));
  }

  /**
   * Parts of a WITH clause that write the transitions and the events for applications.
   *
   * @param runs as of {@link #of}, and with columns queue, job_id and due_at
   */
  static String andEvents(String runs) {
    return logged(runs) + ",\n" + JobEvents.of(runs, EVENT, "r.attempt", "r.message");
  }
}
