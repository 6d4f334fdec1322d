package org.goodtiming.scheduler.cli.doctor;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs and schedules that will never run by themselves.
 *
 * @param unlisted queues with waiting jobs that are not on the allow-list
 * @param withoutRun schedules that have not ended and have no waiting run, at most ten
 */
record JobState(List<String> unlisted, List<Key> withoutRun) {

  /** The key of a schedule. */
  record Key(String queue, String jobId) {}

  /** Reads the state with an index probe for each queue. */
  static JobState read(Query query) throws SQLException {
    List<String> unlisted =
        query.rows(
            """
            WITH RECURSIVE found AS (
              (SELECT queue FROM scheduler.job ORDER BY queue LIMIT 1)
              UNION ALL
              SELECT (SELECT j.queue FROM scheduler.job j WHERE j.queue > f.queue ORDER BY j.queue LIMIT 1)
                FROM found f WHERE f.queue IS NOT NULL
            )
            SELECT f.queue FROM found f
             WHERE f.queue IS NOT NULL AND NOT EXISTS (SELECT FROM scheduler.worker_queue q WHERE q.name = f.queue)
            """,
            row -> row.getString("queue"));
    List<Key> withoutRun =
        query.rows(
            """
            SELECT s.queue, s.job_id FROM scheduler.schedule s
             WHERE s.state <> 'ENDED'
               AND NOT EXISTS (SELECT FROM scheduler.job j WHERE j.queue = s.queue AND j.job_id = s.job_id)
             LIMIT 10
            """,
            row -> new Key(row.getString("queue"), row.getString("job_id")));
    return new JobState(unlisted, withoutRun);
  }

  List<Finding> findings(Commands commands) {
    List<Finding> findings = new ArrayList<>();
    for (String queue : unlisted) {
      findings.add(
          new Finding(
              FindingCode.UNLISTED_QUEUE,
              queue + " is not on the allow-list, and jobs wait for it",
              commands.node("queue", "create", queue)));
    }
    for (Key key : withoutRun) {
      findings.add(
          new Finding(
              FindingCode.NO_NEXT_RUN,
              "schedule %s/%s has no next run".formatted(key.queue, key.jobId),
              Cure.advice("register it again")));
    }
    return findings;
  }
}
