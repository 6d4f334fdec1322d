package org.goodtiming.scheduler.lifecycle;

import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.job.SqlText;
import org.goodtiming.scheduler.job.Statements;
import org.goodtiming.scheduler.job.StoreException;
import org.goodtiming.scheduler.job.TextArrays;

/** The webhooks, and the events that wait to be posted to them. */
final class WebhookStore {

  private static final String PURPOSE = "read webhooks";

  private final DataSource dataSource;
  private final Statements statements;
  private final int limit;

  /**
   * @param limit how many events may wait for a webhook that gives up events
   */
  WebhookStore(DataSource dataSource, int limit) {
    this.dataSource = dataSource;
    this.limit = limit;
    this.statements = new Statements(dataSource);
  }

  /**
   * Has the events wait for the webhooks that want them, in the transaction that removes them from
   * the outbox.
   */
  void add(List<LifecycleEvent> events) {
    String sql =
        """
        INSERT INTO scheduler.webhook_event (webhook, position, id, body)
        SELECT w.name, e.position, e.id, e.body
          FROM scheduler.webhook w
               JOIN unnest(?::bigint[], ?::uuid[], ?::text[], ?::text[], ?::text[]) AS e (position, id, type, queue, body)
                 ON (w.types = '{}' OR e.type = ANY (w.types)) AND (w.queues = '{}' OR e.queue = ANY (w.queues))
         WHERE NOT w.paused
            ON CONFLICT DO NOTHING
        """;
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      TextArrays.set(insert, 1, events, event -> Long.toString(event.position()));
      TextArrays.set(insert, 2, events, event -> event.id().toString());
      TextArrays.set(insert, 3, events, LifecycleEvent::type);
      TextArrays.set(insert, 4, events, event -> event.subject().queue());
      TextArrays.set(insert, 5, events, LifecycleEvent::structured);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new StoreException("have %d events wait for webhooks".formatted(events.size()), e);
    }
  }

  /** Whether no webhook wants events. */
  boolean isEmpty() {
    SqlText sql = new SqlText("SELECT 1 FROM scheduler.webhook WHERE NOT paused LIMIT 1");
    return statements.query(PURPOSE, sql, row -> true).isEmpty();
  }

  /** Webhooks for which events wait, and which may be tried now. */
  List<Webhook> due() {
    SqlText sql =
        new SqlText(
            """
            SELECT w.name, w.url, w.retry, w.failures FROM scheduler.webhook w
             WHERE NOT w.paused AND (w.retry_at IS NULL OR w.retry_at <= clock_timestamp())
               AND EXISTS (SELECT FROM scheduler.webhook_event e WHERE e.webhook = w.name)
             ORDER BY w.name
            """);
    return statements.query(
        PURPOSE,
        sql,
        row ->
            new Webhook(
                row.getString("name"),
                URI.create(row.getString("url")),
                row.getString("retry"),
                row.getInt("failures")));
  }

  /** The events that wait longest, in their order. */
  List<Webhook.Waiting> waiting(String webhook, int most) {
    SqlText sql =
        new SqlText(
            "SELECT position, id::text, body FROM scheduler.webhook_event WHERE webhook = ? ORDER BY position LIMIT ?",
            webhook,
            most);
    return statements.query(
        "read events for webhook " + webhook,
        sql,
        row -> new Webhook.Waiting(row.getLong(1), row.getString(2), row.getString(3)));
  }

  void posted(Webhook webhook, Webhook.Waiting event) {
    String sql =
        """
        WITH gone AS (DELETE FROM scheduler.webhook_event WHERE webhook = ? AND position = ?)
        UPDATE scheduler.webhook SET failures = 0, retry_at = NULL, last_error = NULL, last_sent_at = clock_timestamp()
         WHERE name = ? RETURNING name
        """;
    run(new SqlText(sql, webhook.name(), event.position(), webhook.name()), webhook);
  }

  /** Also removes the oldest events beyond the limit: the receiver is away for longer. */
  void givenUp(Webhook webhook, Webhook.Waiting event, String error) {
    String sql =
        """
        WITH gone AS (
          DELETE FROM scheduler.webhook_event
           WHERE webhook = ?
             AND (position = ? OR position <= (SELECT e.position FROM scheduler.webhook_event e WHERE e.webhook = ? ORDER BY e.position DESC OFFSET ? LIMIT 1))
          RETURNING position)
        UPDATE scheduler.webhook
           SET failures = 0, retry_at = NULL, last_error = ?, given_up = given_up + (SELECT count(*) FROM gone)
         WHERE name = ? RETURNING name
        """;
    String name = webhook.name();
    run(new SqlText(sql, name, event.position(), name, limit, error, name), webhook);
  }

  void failed(Webhook webhook, Duration delay, String error) {
    String sql =
        """
        UPDATE scheduler.webhook
           SET failures = failures + 1, retry_at = clock_timestamp() + ?::interval, last_error = ?
         WHERE name = ? RETURNING name
        """;
    run(new SqlText(sql, delay.toString(), error, webhook.name()), webhook);
  }

  private void run(SqlText update, Webhook webhook) {
    statements.query(
        "store the state of webhook " + webhook.name(), update, row -> row.getString(1));
  }
}
