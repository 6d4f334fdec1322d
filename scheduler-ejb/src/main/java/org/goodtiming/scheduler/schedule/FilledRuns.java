package org.goodtiming.scheduler.schedule;

import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * Passes changed definitions on to the waiting runs of their schedules, in the caller's
 * transaction.
 */
public final class FilledRuns {

  // A run that is being dispatched or changed is left for the next time
  private static final String LOCK =
      """
      SELECT j.queue, j.job_id
        FROM scheduler.definition d
             CROSS JOIN LATERAL (
               SELECT o.queue, o.job_id FROM scheduler.schedule o
                WHERE o.definition = d.name AND o.filled_with < d.hash AND o.state <> 'ENDED'
               UNION ALL
               SELECT o.queue, o.job_id FROM scheduler.schedule o
                WHERE o.definition = d.name AND o.filled_with > d.hash AND o.state <> 'ENDED') s
             JOIN scheduler.job j ON j.queue = s.queue AND j.job_id = s.job_id
       WHERE j.planned_at IS NOT NULL
       LIMIT :most
         FOR UPDATE OF j SKIP LOCKED
      """;

  // Somebody may have written to the row of the job: its properties may be no JSON. The stored
  // input of a tracked run is what would be sent again.
  private static final String FILL =
      """
      WITH source AS MATERIALIZED (
        SELECT s.queue, s.job_id, string_to_array(s.own_properties, ' ') AS own,
               d.hash, d.priority, d.group_key, d.content_type, d.properties, d.body_is_text, d.body
          FROM unnest(:queues::text[], :job_ids::text[]) AS k (queue, job_id)
               JOIN scheduler.schedule s USING (queue, job_id) JOIN scheduler.definition d ON d.name = s.definition AND d.queue = s.queue),
      filled AS (
        UPDATE scheduler.schedule s SET filled_with = f.hash
          FROM source f WHERE s.queue = f.queue AND s.job_id = f.job_id),
      changed AS (
        UPDATE scheduler.job j
           SET eligible_at = coalesce(j.resumes_at, j.eligible_at), resumes_at = NULL,
               priority = CASE WHEN 'scheduler_priority' = ANY (f.own) THEN j.priority ELSE f.priority END,
               group_key = CASE WHEN 'scheduler_group' = ANY (f.own) THEN j.group_key ELSE f.group_key END,
               content_type = CASE WHEN 'scheduler_contentType' = ANY (f.own) THEN j.content_type ELSE f.content_type END,
               body_is_text = CASE WHEN 'body' = ANY (f.own) THEN j.body_is_text ELSE f.body_is_text END,
               body = CASE WHEN 'body' = ANY (f.own) THEN j.body ELSE f.body END,
               properties = (
                 SELECT json_object_agg(p.key, p.value)::text
                   FROM (SELECT key, value FROM json_each(f.properties::json) WHERE key <> ALL (f.own)
                         UNION ALL
                         SELECT key, value FROM json_each(CASE WHEN j.properties IS JSON OBJECT THEN j.properties::json END)
                          WHERE key = ANY (f.own)) p)
          FROM source f
         WHERE j.queue = f.queue AND j.job_id = f.job_id
        RETURNING j.*)
      UPDATE scheduler.execution_input i SET job = to_jsonb(c) FROM changed c WHERE i.fire_id = c.fire_id
      """;

  private final Statements statements;

  public FilledRuns(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /**
   * Changes waiting runs whose definition has changed.
   *
   * @param most maximum number of schedules
   * @return how many runs were changed
   */
  public int fill(int most) {
    String purpose = "pass changed definitions on to waiting runs";
    List<JobKey> locked =
        statements.query(purpose, new SqlText(LOCK).set("most", most), Columns::key);
    if (!locked.isEmpty()) {
      // After the lock: the schedules are read as no dispatch or registration will change them
      statements.update(purpose, new SqlText(FILL).setKeys(locked));
    }
    return locked.size();
  }
}
