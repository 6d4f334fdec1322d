package org.goodtiming.scheduler.job;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.goodtiming.scheduler.sql.TextArrays;
import org.jspecify.annotations.Nullable;

/**
 * New rows of table job, as parameters of a statement: the quiet period, and one array a column.
 */
public record NewJobRows(PreparedStatement insert, QuietPeriod quiet, List<NewJob> jobs) {

  // Ordered by key, so that two transactions that share keys wait for each other instead of
  // deadlocking
  public static final String INSERT =
      """
      INSERT INTO scheduler.job AS j (eligible_at, planned_at, <columns>)
      SELECT CASE WHEN n.sent_at < ?::timestamptz THEN greatest(due.at, ?::timestamptz) ELSE due.at END,
             CASE WHEN n.recurs THEN due.at END, <values>
        FROM unnest(?::interval[], ?::boolean[], <parameters>) AS n (delay, recurs, <columns>)
             CROSS JOIN LATERAL (SELECT coalesce(n.due_at, clock_timestamp() + n.delay) AS at) due
       WHERE NOT EXISTS (SELECT 1 FROM scheduler.tombstone t
                          WHERE t.queue = n.queue AND t.job_id = n.job_id AND t.cancelled_at > n.sent_at)
       ORDER BY n.queue, n.job_id
      """
          .replace("<columns>", JobColumns.STORED.each("%1$s"))
          .replace("<values>", JobColumns.STORED.each("%3$s"))
          .replace("<parameters>", JobColumns.STORED.each("?::%2$s[]"));

  // The database finds the key, because it also does so for jobs that wait when the queue gets one
  static final String INSERT_KEYED =
      INSERT
          .replace("(eligible_at, planned_at, ", "(share_key, eligible_at, planned_at, ")
          .replaceFirst(
              "SELECT ",
              """
              SELECT (SELECT scheduler.share_key(q.key_property, n.group_key, n.properties)
                        FROM scheduler.worker_queue q WHERE q.name = n.queue),
                     """);

  public void bind() throws SQLException {
    insert.setString(1, quiet.sentBefore().toString());
    insert.setString(2, quiet.until().toString());
    text(3, job -> job.due() instanceof Due.After after ? after.delay() : null);
    text(4, job -> job.due() instanceof Due.Recurring ? true : null);
    JobColumns.STORED.bind(insert, 5, jobs);
  }

  private void text(int parameter, Function<NewJob, @Nullable Object> column) throws SQLException {
    TextArrays.set(insert, parameter, jobs, column);
  }
}
