package org.goodtiming.scheduler.job.run;

import java.util.List;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/**
 * A job that a statement has changed.
 *
 * @param concernsExecution whether its execution changes with it
 */
public record ChangedJob(JobKey key, boolean concernsExecution) {

  /**
   * Runs a statement that returns queue, job_id and concerns_execution of the jobs that it changes.
   *
   * @return those whose executions change with them
   */
  public static List<JobKey> change(Statements statements, String purpose, SqlText sql) {
    return statements
        .query(
            purpose,
            sql,
            row -> new ChangedJob(Columns.key(row), row.getBoolean("concerns_execution")))
        .stream()
        .filter(ChangedJob::concernsExecution)
        .map(ChangedJob::key)
        .toList();
  }
}
