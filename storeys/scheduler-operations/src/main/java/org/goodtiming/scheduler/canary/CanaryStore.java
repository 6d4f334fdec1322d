package org.goodtiming.scheduler.canary;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.goodtiming.scheduler.canary.CanaryEvent.QueueCanary;
import org.goodtiming.scheduler.policy.DispatchPolicies;
import org.goodtiming.scheduler.sql.Columns;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Table canary. */
@Singleton
final class CanaryStore {

  /** Worker queues that get canaries now. */
  private static final String MEASURED =
      """
      q.canary AND NOT (q.paused AND coalesce(q.paused_until > clock_timestamp(), true)) AND NOT <is closed>
         AND NOT EXISTS (SELECT FROM scheduler.dispatch_pause p
                          WHERE p.group_key = '' AND coalesce(p.paused_until > clock_timestamp(), true))
      """
          .replace("<is closed>", DispatchPolicies.isClosed("q"));

  /** The task finds it a little later, so that a minute passes from one to the next. */
  private static final String INTERVAL = "interval 'PT59.5S'";

  /** What was missing before a longer pause, is not missing since then. */
  private static final String LATELY = "interval 'PT3M'";

  static final String ARE_DUE =
      """
      EXISTS (SELECT FROM scheduler.worker_queue q
               WHERE <measured>
                 AND NOT EXISTS (SELECT FROM scheduler.canary c WHERE c.queue = q.name AND c.sent_at > clock_timestamp() - <interval>))
      """
          .replace("<measured>", MEASURED)
          .replace("<interval>", INTERVAL);

  private final Statements statements;

  @Inject
  CanaryStore(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /** The canaries that this node is to send now; no other node gets them. */
  SentCanaries begin() {
    forgetOthers();
    SqlText sql =
        new SqlText(
            """
            INSERT INTO scheduler.canary AS c (queue, token, sent_at)
            SELECT q.name, gen_random_uuid(), clock_timestamp() FROM scheduler.worker_queue q
             WHERE <measured>
             ORDER BY q.name
            ON CONFLICT (queue) DO UPDATE
               SET token = excluded.token, sent_at = excluded.sent_at,
                   missing_since = CASE WHEN c.sent_at > excluded.sent_at - <lately> THEN c.missing_since END
             WHERE c.sent_at <= excluded.sent_at - <interval>
            RETURNING queue, token::text AS token, clock_timestamp() AS now
            """
                .replace("<measured>", MEASURED)
                .replace("<lately>", LATELY)
                .replace("<interval>", INTERVAL));
    record Begun(SentCanary canary, Instant now) {}
    List<Begun> begun =
        statements.query(
            "begin to send canaries",
            sql,
            row ->
                new Begun(
                    new SentCanary(row.getString("queue"), row.getString("token")),
                    Columns.instant(row, "now")));
    Instant now = begun.isEmpty() ? Instant.EPOCH : begun.get(begun.size() - 1).now();
    return new SentCanaries(begun.stream().map(Begun::canary).toList(), now, System.nanoTime());
  }

  private void forgetOthers() {
    statements.update(
        "forget the canaries of other queues",
        new SqlText(
            """
            DELETE FROM scheduler.canary c
             WHERE NOT EXISTS (SELECT FROM scheduler.worker_queue q WHERE q.name = c.queue AND q.canary)
            """));
  }

  /** An earlier canary tells how late it is, and nothing of the last one. */
  void arrived(DeliveredCanary delivered, Instant at) {
    statements.update(
        "store the arrival of a canary",
        new SqlText(
                """
                UPDATE scheduler.canary
                   SET arrived_at = CASE WHEN token::text = :token THEN :at::timestamptz ELSE arrived_at END,
                       missing_since = CASE WHEN token::text = :token THEN NULL ELSE missing_since END,
                       registration_millis = :registration, dispatch_millis = :dispatch, delivery_millis = :delivery
                 WHERE queue = :queue
                """)
            .set("queue", delivered.canary().queue())
            .set("token", delivered.canary().token())
            .set("at", at)
            .set("registration", delivered.registration().toMillis())
            .set("dispatch", delivered.dispatch().toMillis())
            .set("delivery", delivered.delivery(at).toMillis()));
  }

  void missing(SentCanary canary) {
    statements.update(
        "store that a canary has not arrived",
        new SqlText(
                """
                UPDATE scheduler.canary SET missing_since = coalesce(missing_since, sent_at)
                 WHERE queue = :queue AND token::text = :token
                """)
            .set("queue", canary.queue())
            .set("token", canary.token()));
  }

  /** The last canary of each queue that gets canaries now, if its fate is known. */
  List<QueueCanary> last() {
    SqlText sql =
        new SqlText(
            """
            SELECT c.queue, c.missing_since IS NOT NULL AS missing, c.registration_millis, c.dispatch_millis, c.delivery_millis
              FROM scheduler.canary c JOIN scheduler.worker_queue q ON q.name = c.queue
             WHERE (c.arrived_at IS NOT NULL OR c.missing_since IS NOT NULL) AND <measured>
            """
                .replace("<measured>", MEASURED));
    return statements.query("read the last canaries", sql, CanaryStore::last);
  }

  private static QueueCanary last(ResultSet row) throws SQLException {
    return new QueueCanary(
        row.getString("queue"),
        !row.getBoolean("missing"),
        row.getLong("registration_millis"),
        row.getLong("dispatch_millis"),
        row.getLong("delivery_millis"));
  }
}
