package org.goodtiming.scheduler.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.goodtiming.scheduler.sql.TextArrays;
import org.jspecify.annotations.Nullable;

/**
 * New rows of table job, as parameters of a statement: the quiet period, and one array a column.
 */
record NewJobRows(
    Connection connection, PreparedStatement insert, QuietPeriod quiet, List<NewJob> jobs) {

  // Ordered by key, so that two transactions that share keys wait for each other instead of
  // deadlocking
  static final String INSERT =
      """
      INSERT INTO scheduler.job AS j (
             queue, job_id, due_at, eligible_at, priority, expires_at, group_key, properties, body_is_text,
             body, sent_at, message_id, fire_id, registered_by, tracked, planned_at, definition, <columns>)
      SELECT n.queue, n.job_id, due.at,
             CASE WHEN n.sent_at < ?::timestamptz THEN greatest(due.at, ?::timestamptz) ELSE due.at END, n.priority, n.expires_at, n.group_key, n.properties, n.body_is_text,
             n.body, n.sent_at, n.message_id, n.fire_id, n.registered_by, coalesce(n.tracked, false),
             CASE WHEN n.recurs THEN due.at END, n.definition, <new columns>
        FROM unnest(?::text[], ?::text[], ?::timestamptz[], ?::interval[], ?::smallint[], ?::timestamptz[],
                    ?::text[], ?::text[], ?::boolean[], ?::bytea[],
                    ?::timestamptz[], ?::text[], ?::uuid[], ?::text[], ?::boolean[], ?::boolean[], ?::text[], <parameters>)
             AS n (queue, job_id, due_at, delay, priority, expires_at, group_key, properties, body_is_text,
                   body, sent_at, message_id, fire_id, registered_by, tracked, recurs, definition, <columns>)
             CROSS JOIN LATERAL (SELECT coalesce(n.due_at, clock_timestamp() + n.delay) AS at) due
       WHERE NOT EXISTS (SELECT 1 FROM scheduler.tombstone t
                          WHERE t.queue = n.queue AND t.job_id = n.job_id AND t.cancelled_at > n.sent_at)
       ORDER BY n.queue, n.job_id
      """
          .replace("<columns>", JobProperty.eachCarriedColumn("%s"))
          .replace("<new columns>", JobProperty.eachCarriedColumn("n.%s"))
          .replace("<parameters>", JobProperty.eachCarriedColumn("?::text[]"));

  void bind() throws SQLException {
    insert.setString(1, quiet.sentBefore().toString());
    insert.setString(2, quiet.until().toString());
    text(3, job -> job.key().queue());
    text(4, job -> job.key().jobId());
    text(5, job -> dueAt(job.due()));
    text(6, job -> job.due() instanceof Due.After after ? after.delay().toString() : null);
    text(7, job -> Integer.toString(job.priority()));
    text(8, job -> job.expiresAt() == null ? null : job.expiresAt().toString());
    text(9, job -> job.envelope().group());
    text(10, job -> PropertiesJson.write(job.envelope()));
    text(11, job -> Boolean.toString(job.envelope().body().isText()));
    byte[][] bodies =
        jobs.stream().map(job -> job.envelope().body().bytes()).toArray(byte[][]::new);
    insert.setArray(12, connection.createArrayOf("bytea", bodies));
    text(13, job -> job.sentAt().toString());
    text(14, NewJob::messageId);
    insert.setArray(15, connection.createArrayOf("text", FireIds.of(jobs.size())));
    text(16, NewJob::registeredBy);
    text(17, job -> Boolean.TRUE.equals(job.tracked()) ? "true" : null);
    text(18, job -> job.due() instanceof Due.Recurring ? "true" : null);
    text(19, job -> job.definition() == null ? null : job.definition().name());
    int parameter = 20;
    for (JobProperty property : JobProperty.carriedInColumns()) {
      text(parameter++, job -> job.envelope().carried().get(property));
    }
  }

  private static @Nullable String dueAt(Due due) {
    if (due instanceof Due.Recurring recurring) {
      return recurring.first().toString();
    }
    return due instanceof Due.At at ? at.moment().toString() : null;
  }

  private void text(int parameter, Function<NewJob, @Nullable Object> column) throws SQLException {
    TextArrays.set(insert, parameter, jobs, column);
  }
}
