package org.goodtiming.scheduler.job.run;

/**
 * Stores copies of rows of table job, as parts of statements that also write executions: runs that
 * are sent again, runs that operators repeat, and runs that operators add to schedules.
 */
public final class JobCopies {

  // Columns of table job that are younger than the stored row get null, so they must allow it
  private static final String INSERT =
      """
      INSERT INTO scheduler.job AS j OVERRIDING SYSTEM VALUE
        SELECT r.*
          FROM <copies> c
               CROSS JOIN LATERAL (SELECT c.job || c.changes AS job) own
               CROSS JOIN LATERAL jsonb_populate_record(NULL::scheduler.job, own.job || jsonb_build_object(
                 'id', nextval('scheduler.job_id_seq'), 'job_id', c.waiting_id, 'due_at', c.due_at, 'eligible_at', c.starts_at,
                 'recovers', c.recovers, 'attempts', 0, 'planned_at', NULL, 'replaced_planned_at', NULL, 'replaced_fire_id', NULL,
                 'held_at', NULL, 'held_by', NULL, 'waits_for', NULL,
                 'share_key', (SELECT scheduler.share_key(q.key_property, own.job ->> 'group_key', own.job ->> 'properties')
                                 FROM scheduler.worker_queue q WHERE q.name = own.job ->> 'queue'))) AS r
      """;

  /** A change for a new run, which is due at the time {@code now} of the relation. */
  private static final String NEW_RUN =
      """
      jsonb_build_object('fire_id', <fire id>, 'registered_at', <now>, 'sent_at', <now>, 'message_id', NULL,
                         'run_attempt', 1, 'last_error', NULL)""";

  private JobCopies() {}

  /**
   * Stores a copy for each row of a relation. The statement goes on with ON CONFLICT or RETURNING,
   * for which the rows of table job are j.
   *
   * @param copies name of the relation, with columns job (the row to copy, as jsonb), waiting_id
   *     (job id of the copy), due_at, starts_at (from when on it may be dispatched), recovers, and
   *     changes (values of further columns, as jsonb)
   */
  public static String insert(String copies) {
    return INSERT.replace("<copies>", copies);
  }

  /**
   * The columns that differ in a run that is not another attempt of the copied one.
   *
   * @param fireId an expression of SQL
   * @param now an expression of SQL
   * @return an expression of SQL, of type jsonb
   */
  public static String newRun(String fireId, String now) {
    return NEW_RUN.replace("<fire id>", fireId).replace("<now>", now);
  }
}
