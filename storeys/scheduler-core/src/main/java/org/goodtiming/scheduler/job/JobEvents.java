package org.goodtiming.scheduler.job;

/**
 * Events for applications. The statement that makes a change also writes its event, if the worker
 * queue has events, so that a queue without events needs no further statement (docs/adr/0079).
 *
 * <p>An event must be written after its statement has locked the row of the job or run; this keeps
 * the events of a job in the order of its changes.
 */
public final class JobEvents {

  private static final String EVENTS =
      """
      events AS (
        INSERT INTO scheduler.event (type, queue, job_id, fire_id, attempt, due_at, message)
        SELECT 'job.' || <type>, r.queue, <job id>, r.fire_id, <attempt>, r.due_at, <message>
          FROM <rows> r
         WHERE r.queue IN (SELECT q.name FROM scheduler.worker_queue q WHERE q.events) AND <type> IS NOT NULL)
      """;

  /** Excludes tracked jobs: the execution reports the end of a tracked run. */
  public static final String UNTRACKED_CANCELLED = "CASE WHEN NOT r.tracked THEN 'cancelled' END";

  private JobEvents() {}

  /**
   * An expression of a WITH clause that writes an event for each row of a relation r.
   *
   * @param rows name of the relation, with columns queue, job_id, fire_id and due_at
   * @param type an expression of SQL, such as a word; of those for which it is null no event is
   *     written
   * @param attempt an expression of SQL
   * @param message an expression of SQL
   */
  public static String of(String rows, String type, String attempt, String message) {
    return of(rows, type, "r.job_id", attempt, message);
  }

  /**
   * Events of jobs that wait under another id than their own.
   *
   * @param jobId an expression of SQL
   */
  public static String of(String rows, String type, String jobId, String attempt, String message) {
    return EVENTS
        .replace("<rows>", rows)
        .replace("<type>", type)
        .replace("<job id>", jobId)
        .replace("<attempt>", attempt)
        .replace("<message>", message);
  }

  /**
   * Events of a run that waits beside its schedule, or again.
   *
   * @param rows name of a relation with the columns of table job
   */
  public static String ofRegistered(String rows) {
    return of(rows, "'registered'", "coalesce(r.recovers ->> 'jobId', r.job_id)", "1", "NULL");
  }
}
