package org.goodtiming.scheduler.benchmarks.raw;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.goodtiming.scheduler.dev.Database;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.jspecify.annotations.Nullable;

/** A table like the scheduler's, with its columns, indexes and settings. */
final class RawJobs {

  /** A row taken out of the table. */
  record Row(String queue, String jobId, UUID fireId, Instant dueAt, int priority, String body) {}

  private static final String CREATE =
      """
      CREATE SCHEMA IF NOT EXISTS bench;
      DROP TABLE IF EXISTS bench.job;
      CREATE TABLE bench.job (LIKE scheduler.job INCLUDING ALL);
      DO $$ BEGIN
        EXECUTE (SELECT 'ALTER TABLE bench.job SET (' || array_to_string(reloptions, ', ') || ')'
                   FROM pg_class WHERE oid = 'scheduler.job'::regclass);
      END $$;
      GRANT USAGE ON SCHEMA bench TO scheduler_xa;
      GRANT SELECT, INSERT, UPDATE, DELETE ON bench.job TO scheduler_xa;
      """;

  private static final String INSERT =
      """
      INSERT INTO bench.job (queue, job_id, due_at, eligible_at, priority, expires_at, group_key, content_type,
             traceparent, tracestate, properties, body_is_text, body, sent_at, message_id)
      SELECT n.queue, n.job_id, n.due_at, n.due_at, n.priority, n.expires_at, n.group_key, n.content_type,
             n.traceparent, n.tracestate, n.properties, n.body_is_text, n.body, n.sent_at, n.message_id
        FROM unnest(?::text[], ?::text[], ?::timestamptz[], ?::smallint[], ?::timestamptz[], ?::text[], ?::text[],
                    ?::text[], ?::text[], ?::text[], ?::boolean[], ?::bytea[], ?::timestamptz[], ?::text[])
             AS n (queue, job_id, due_at, priority, expires_at, group_key, content_type,
                   traceparent, tracestate, properties, body_is_text, body, sent_at, message_id)
      """;

  private static final String CLAIM =
      """
      DELETE FROM bench.job j
       WHERE j.ctid = ANY (ARRAY(SELECT d.ctid FROM bench.job d
                                  WHERE d.queue = ? AND d.eligible_at <= (SELECT clock_timestamp())
                                  ORDER BY d.eligible_at, d.priority DESC
                                  LIMIT ? FOR UPDATE SKIP LOCKED))
      RETURNING queue, job_id, fire_id, due_at, priority, attempts, group_key, content_type, traceparent, tracestate,
                properties, body_is_text, body
      """;

  private RawJobs() {}

  static void create(Database database) throws SQLException {
    try (var connection = database.connect(DatabaseUser.SUPERUSER);
        var statement = connection.createStatement()) {
      statement.execute(CREATE);
    }
  }

  static void clear(Database database) throws SQLException {
    try (var connection = database.connect(DatabaseUser.SUPERUSER);
        var statement = connection.createStatement()) {
      statement.execute("TRUNCATE bench.job");
    }
  }

  /** Stores a batch of registrations, each due at once. */
  static void insert(Connection connection, List<Message> messages)
      throws SQLException, JMSException {
    var bodies = new byte[messages.size()][];
    var jobs = new ArrayList<String[]>(messages.size());
    var now = Instant.now().toString();
    for (var message : messages) {
      bodies[jobs.size()] = ((TextMessage) message).getText().getBytes(StandardCharsets.UTF_8);
      jobs.add(
          new String[] {
            message.getStringProperty("scheduler_queue"),
            UUID.randomUUID().toString(),
            Instant.ofEpochMilli(message.getJMSTimestamp()).toString(),
            message.getJMSMessageID()
          });
    }
    try (var insert = connection.prepareStatement(INSERT)) {
      texts(insert, 1, jobs, job -> job[0]);
      texts(insert, 2, jobs, job -> job[1]);
      texts(insert, 3, jobs, job -> now);
      texts(insert, 4, jobs, job -> "4");
      for (int column = 5; column <= 10; column++) {
        texts(insert, column, jobs, job -> null);
      }
      texts(insert, 11, jobs, job -> "true");
      insert.setArray(12, connection.createArrayOf("bytea", bodies));
      texts(insert, 13, jobs, job -> job[2]);
      texts(insert, 14, jobs, job -> job[3]);
      insert.executeUpdate();
    }
  }

  /** Takes due rows of a queue, up to a limit. */
  static List<Row> claim(Connection connection, String queue, int limit) throws SQLException {
    try (var claim = connection.prepareStatement(CLAIM)) {
      claim.setString(1, queue);
      claim.setInt(2, limit);
      try (var row = claim.executeQuery()) {
        var rows = new ArrayList<Row>(limit);
        while (row.next()) {
          rows.add(read(row));
        }
        return rows;
      }
    }
  }

  private static Row read(ResultSet row) throws SQLException {
    return new Row(
        row.getString("queue"),
        row.getString("job_id"),
        row.getObject("fire_id", UUID.class),
        row.getTimestamp("due_at").toInstant(),
        row.getInt("priority"),
        new String(row.getBytes("body"), StandardCharsets.UTF_8));
  }

  private static void texts(
      PreparedStatement insert,
      int parameter,
      List<String[]> jobs,
      Function<String[], @Nullable Object> column)
      throws SQLException {
    insert.setArray(
        parameter,
        insert.getConnection().createArrayOf("text", jobs.stream().map(column).toArray()));
  }
}
