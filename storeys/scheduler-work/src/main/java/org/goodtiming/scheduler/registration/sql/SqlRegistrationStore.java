package org.goodtiming.scheduler.registration.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.message.MessageJson;
import org.goodtiming.scheduler.message.ReceivedMessage;
import org.goodtiming.scheduler.message.ReceivedMessage.Kind;
import org.goodtiming.scheduler.message.ReceivedMessage.Origin;
import org.goodtiming.scheduler.message.Sender;
import org.goodtiming.scheduler.registration.RegistrationEvent.RegistrationsStored;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** The requests of applications by SQL function {@code scheduler.register}. */
@Singleton
final class SqlRegistrationStore {

  /** A batch stays below this and one request more, which has at most as many. */
  private static final int MAX_BYTES = 16 * 1024 * 1024;

  /**
   * Less than PostgreSQL's deadlock_timeout, at which it could end the application's transaction.
   */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private static final String FUNCTION = "scheduler.register";

  private final Statements statements;

  @Inject
  SqlRegistrationStore(DataSource dataSource) {
    this.statements = new Statements(dataSource);
  }

  /** How long the oldest request has waited, by the database's clock; zero if none waits. */
  Duration oldest() {
    String sql =
        """
        SELECT (extract(epoch FROM clock_timestamp() - requested_at) * 1000)::bigint AS age_ms
          FROM scheduler.sql_registration ORDER BY id LIMIT 1
        """;
    return statements
        .find(
            "query the oldest SQL registration",
            new SqlText(sql),
            row -> Duration.ofMillis(row.getLong("age_ms")))
        .orElse(Duration.ZERO);
  }

  /**
   * The jobs that calls of the function have stored at once, each of which is told one time: their
   * entries of the ledger lose their queues.
   */
  List<RegistrationsStored> storedAtOnce() {
    String sql =
        """
        WITH told AS (DELETE FROM scheduler.ledger_entry WHERE queue IS NOT NULL RETURNING kind, jobs, queue),
        sums AS (INSERT INTO scheduler.ledger_entry (kind, jobs) SELECT kind, sum(jobs) FROM told GROUP BY kind)
        SELECT queue, sum(jobs)::int AS jobs FROM told GROUP BY queue HAVING sum(jobs) > 0
        """;
    return statements.query(
        "count jobs that were stored at once",
        new SqlText(sql),
        row ->
            new RegistrationsStored(
                row.getString("queue"), WireContract.STATUS_ACCEPTED, row.getInt("jobs")));
  }

  /** Ids of the oldest requests after an id, those included that another node processes. */
  List<Long> waiting(long after, int limit) {
    String sql =
        "SELECT id FROM scheduler.sql_registration WHERE id > :after ORDER BY id LIMIT :limit";
    return statements.query(
        "query SQL registrations",
        new SqlText(sql).set("after", after).set("limit", limit),
        row -> row.getLong("id"));
  }

  /**
   * Removes requests in the current transaction, except those that another node processes. From now
   * on this transaction waits for a lock only for a moment: an open transaction of an application
   * may have it, and wait for this one (docs/adr/0134).
   *
   * @param first the lowest id
   * @param last the highest id
   * @param leftOut ids of requests that are left out, with later ones for the same job id
   * @return in the order of the calls
   */
  List<ReceivedMessage> take(long first, long last, int limit, Collection<Long> leftOut) {
    // An array, so that the rows are chosen and locked once
    String sql =
        """
        DELETE FROM scheduler.sql_registration
         WHERE id = ANY (ARRAY(
           SELECT id FROM (
             SELECT id, sum(bytes) OVER (ORDER BY id) - bytes AS bytes_before FROM (
               SELECT id, octet_length(properties::text) + octet_length(body) AS bytes
                 FROM scheduler.sql_registration r
                WHERE id BETWEEN :first AND :last
                  AND NOT EXISTS (
                    SELECT FROM scheduler.sql_registration l
                     WHERE l.id = ANY (:left_out::bigint[]) AND l.id <= r.id
                       AND (l.id = r.id OR l.properties ->> 'scheduler_jobId' = r.properties ->> 'scheduler_jobId'))
                ORDER BY id LIMIT :limit
                  FOR UPDATE OF r SKIP LOCKED) locked) measured
            WHERE bytes_before < :max_bytes))
        RETURNING id, requested_at, requested_by, properties::text, body,
                  (SELECT set_config('lock_timeout', :patience, true)) AS lock_timeout
        """;
    SqlText delete =
        new SqlText(sql)
            .set("first", first)
            .set("last", last)
            .set("limit", limit)
            .set("left_out", leftOut, id -> id)
            .set("patience", PATIENCE.toMillis() + "ms")
            .set("max_bytes", MAX_BYTES);
    return statements
        .query("take SQL registrations", delete, row -> Map.entry(row.getLong("id"), message(row)))
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .toList();
  }

  private static ReceivedMessage message(ResultSet row) throws SQLException {
    Origin origin =
        new Origin(
            "SQL:" + row.getLong("id"),
            row.getObject("requested_at", OffsetDateTime.class).toInstant(),
            true,
            1,
            new Sender(row.getString("requested_by"), FUNCTION, null));
    return new ReceivedMessage(
        Kind.TEXT,
        MessageJson.read(row.getString("properties")),
        row.getString("body").getBytes(UTF_8),
        origin);
  }
}
