package org.goodtiming.scheduler.lifecycle;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** The webhooks, and the events that wait to be posted to them. */
@Singleton
final class WebhookStore {

  private static final String PURPOSE = "read webhooks";

  private static final String COLUMNS =
      "SELECT w.id, w.name, w.url, w.retry, w.failures, w.last_error IS NOT NULL AS failing FROM scheduler.webhook w\n";

  private static final String DUE =
      """
       WHERE NOT w.paused AND (w.retry_at IS NULL OR w.retry_at <= clock_timestamp())
         AND (SELECT min(e.position) FROM scheduler.webhook_event e WHERE e.webhook = w.id) IS NOT NULL
      """;

  /** Whether events wait for webhooks that may be tried now. */
  static final String ANY_DUE = "EXISTS (SELECT FROM scheduler.webhook w\n" + DUE + ")";

  private final Statements statements;

  @Inject
  WebhookStore(DataSource dataSource) {
    this.statements = Statements.forClients(dataSource);
  }

  /**
   * Has the events wait for the webhooks that want them, in the transaction that removes them from
   * the outbox.
   */
  void add(List<LifecycleEvent> events) {
    String sql =
        """
        INSERT INTO scheduler.webhook_event (webhook, position, id, body)
        SELECT w.id, e.position, e.id, e.body
          FROM scheduler.webhook w
               JOIN unnest(:positions::bigint[], :ids::uuid[], :types::text[], :queues::text[], :bodies::text[])
                 AS e (position, id, type, queue, body)
                 ON (w.types = '{}' OR e.type = ANY (w.types)) AND (w.queues = '{}' OR e.queue = ANY (w.queues))
         WHERE NOT w.paused
            ON CONFLICT DO NOTHING
        """;
    statements.update(
        "have %d events wait for webhooks".formatted(events.size()),
        new SqlText(sql)
            .set("positions", events, LifecycleEvent::position)
            .set("ids", events, LifecycleEvent::id)
            .set("types", events, LifecycleEvent::type)
            .set("queues", events, event -> event.subject().queue())
            .set("bodies", events, LifecycleEvent::structured));
  }

  /** Whether no webhook wants events. */
  boolean isEmpty() {
    SqlText sql = new SqlText("SELECT 1 FROM scheduler.webhook WHERE NOT paused LIMIT 1");
    return statements.query(PURPOSE, sql, row -> true).isEmpty();
  }

  /** Finds webhooks with waiting events that may be tried now, in the order of their last posts. */
  List<Webhook> due() {
    SqlText sql =
        new SqlText(
            COLUMNS + DUE + " ORDER BY coalesce(w.retry_at, w.last_sent_at) NULLS FIRST, w.name");
    return statements.query(PURPOSE, sql, WebhookStore::webhook);
  }

  /** The events that wait longest, in their order. */
  List<Webhook.Waiting> waiting(Webhook webhook, int maximum) {
    SqlText sql =
        new SqlText(
                "SELECT position, id::text, body FROM scheduler.webhook_event WHERE webhook = :webhook ORDER BY position LIMIT :limit")
            .set("webhook", webhook.id())
            .set("limit", maximum);
    return statements.query(
        "read events for webhook " + webhook.name(),
        sql,
        row -> new Webhook.Waiting(row.getLong(1), row.getString(2), row.getString(3)));
  }

  /**
   * Removes an event that was accepted. Its events are locked before the webhook, as in all
   * statements that lock both.
   *
   * @return false if the webhook was deleted, paused or got another URL since it was read
   */
  boolean posted(Webhook webhook, Webhook.Waiting event) {
    String sql =
        """
        WITH gone AS (DELETE FROM scheduler.webhook_event WHERE webhook = :webhook AND position = :position RETURNING 1)
        UPDATE scheduler.webhook SET failures = 0, retry_at = NULL, last_error = NULL, last_sent_at = clock_timestamp()
         WHERE id = :webhook AND (SELECT count(*) FROM gone) >= 0 RETURNING (url = :url AND NOT paused)::int
        """;
    SqlText posted =
        new SqlText(sql)
            .set("webhook", webhook.id())
            .set("position", event.position())
            .set("url", webhook.url());
    return change(webhook, posted) == 1;
  }

  /**
   * Removes an event that is not posted again.
   *
   * @param wait before the next event is posted
   * @return 0 if it is gone already, or the webhook
   */
  int givenUp(Webhook webhook, Webhook.Waiting event, Duration wait, String error) {
    String sql =
        """
        WITH gone AS (DELETE FROM scheduler.webhook_event WHERE webhook = :webhook AND position = :position RETURNING 1)
        UPDATE scheduler.webhook
           SET failures = 0, retry_at = clock_timestamp() + :wait::interval, last_error = :error,
               given_up = given_up + (SELECT count(*) FROM gone)
         WHERE id = :webhook RETURNING (SELECT count(*) FROM gone)
        """;
    return change(
        webhook,
        new SqlText(sql)
            .set("webhook", webhook.id())
            .set("position", event.position())
            .set("wait", wait)
            .set("error", error));
  }

  /**
   * Pauses a webhook whose receiver wants no more events.
   *
   * @return false if it was deleted, paused or got another URL since it was read
   */
  boolean pause(Webhook webhook, String error) {
    String sql =
        """
        UPDATE scheduler.webhook SET paused = true, failures = failures + 1, retry_at = NULL, last_error = :error
         WHERE id = :webhook AND url = :url AND NOT paused RETURNING 1
        """;
    return change(
            webhook,
            new SqlText(sql)
                .set("error", error)
                .set("webhook", webhook.id())
                .set("url", webhook.url()))
        == 1;
  }

  void failed(Webhook webhook, Duration delay, String error) {
    String sql =
        """
        UPDATE scheduler.webhook
           SET failures = failures + 1, retry_at = clock_timestamp() + :delay::interval, last_error = :error
         WHERE id = :webhook RETURNING 1
        """;
    change(
        webhook,
        new SqlText(sql).set("delay", delay).set("error", error).set("webhook", webhook.id()));
  }

  /**
   * Webhooks for which more events may wait than the limit, by their first and last position: one
   * statement that counts the events of many webhooks could take longer than it may.
   */
  List<Webhook> perhapsBeyond(int limit) {
    SqlText sql =
        new SqlText(
            COLUMNS
                + """
             WHERE (SELECT max(e.position) - min(e.position) FROM scheduler.webhook_event e WHERE e.webhook = w.id) >= :limit
             ORDER BY w.name
            """,
            limit);
    return statements.query(PURPOSE, sql, WebhookStore::webhook);
  }

  /**
   * Gives up the oldest events beyond the limit. The next event has all its attempts, but is not
   * tried earlier than its predecessor.
   *
   * @param maximum maximum number of events, since a statement has a limited time
   * @return how many it has given up
   */
  int trim(Webhook webhook, int limit, int maximum) {
    String sql =
        """
        WITH gone AS (
          DELETE FROM scheduler.webhook_event
           WHERE webhook = :webhook
             AND position <= (
               SELECT max(oldest.position) FROM (
                 SELECT e.position FROM scheduler.webhook_event e
                  WHERE e.webhook = :webhook
                    AND e.position <= (SELECT f.position FROM scheduler.webhook_event f WHERE f.webhook = :webhook
                                       ORDER BY f.position DESC OFFSET :limit LIMIT 1)
                  ORDER BY e.position LIMIT :maximum) oldest)
          RETURNING 1)
        UPDATE scheduler.webhook SET failures = 0, given_up = given_up + (SELECT count(*) FROM gone)
         WHERE id = :webhook AND EXISTS (SELECT FROM gone) RETURNING (SELECT count(*) FROM gone)
        """;
    long id = webhook.id();
    return change(
        webhook, new SqlText(sql).set("webhook", id).set("limit", limit).set("maximum", maximum));
  }

  /** Finds the ids of deleted webhooks with events left; reads a single event of each webhook. */
  List<Long> deleted() {
    SqlText sql =
        new SqlText(
            """
            WITH RECURSIVE found (id) AS (
              SELECT min(webhook) FROM scheduler.webhook_event
              UNION ALL
              SELECT (SELECT min(e.webhook) FROM scheduler.webhook_event e WHERE e.webhook > found.id)
                FROM found WHERE found.id IS NOT NULL)
            SELECT id FROM found WHERE id IS NOT NULL AND NOT EXISTS (SELECT FROM scheduler.webhook w WHERE w.id = found.id)
            """);
    return statements.query(PURPOSE, sql, row -> row.getLong(1));
  }

  /**
   * Removes the oldest events of a deleted webhook.
   *
   * @param maximum maximum number of events
   * @return how many it has removed
   */
  int remove(long deleted, int maximum) {
    SqlText sql =
        new SqlText(
                """
                WITH gone AS (
                  DELETE FROM scheduler.webhook_event
                   WHERE webhook = :webhook
                     AND position <= (
                       SELECT max(oldest.position) FROM (
                         SELECT e.position FROM scheduler.webhook_event e WHERE e.webhook = :webhook
                          ORDER BY e.position LIMIT :maximum) oldest)
                  RETURNING 1)
                SELECT count(*) FROM gone
                """)
            .set("webhook", deleted)
            .set("maximum", maximum);
    return statements.query("remove events of a deleted webhook", sql, row -> row.getInt(1)).get(0);
  }

  private static Webhook webhook(ResultSet row) throws SQLException {
    return new Webhook(
        row.getLong("id"),
        row.getString("name"),
        row.getString("url"),
        row.getString("retry"),
        row.getInt("failures"),
        row.getBoolean("failing"));
  }

  /** The number that the statement returns; 0 if the webhook is gone. */
  private int change(Webhook webhook, SqlText update) {
    return statements
        .find("store the state of webhook " + webhook.name(), update, row -> row.getInt(1))
        .orElse(0);
  }
}
