package org.goodtiming.scheduler.operations.idempotency;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.goodtiming.scheduler.sql.NewTransaction;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;

/** Executes a request once, even if it is sent repeatedly and to several nodes. */
@Singleton
public final class IdempotencyKeys {

  private static final String PURPOSE = "store an idempotency key";

  private final NewTransaction transaction;
  private final Statements statements;

  @Inject
  IdempotencyKeys(NewTransaction transaction, DataSource dataSource) {
    this.transaction = transaction;
    this.statements = Statements.forClients(dataSource);
  }

  private record Request(byte[] digest, StoredAnswer answer) {

    static Request of(ResultSet row) throws SQLException {
      return new Request(
          row.getBytes("request"),
          new StoredAnswer(
              row.getInt("status"), row.getString("answer"), row.getString("location")));
    }
  }

  /**
   * The answer to the first request with that key; empty if that was another request.
   *
   * @param request carries out the request; joins the transaction
   * @param replay the answer to a repeated request, by its first answer
   */
  public Optional<StoredAnswer> once(
      IdempotencyKey key, Supplier<StoredAnswer> request, UnaryOperator<StoredAnswer> replay) {
    return transaction.call(
        () -> take(key) ? Optional.of(remembered(key, request.get())) : earlier(key).map(replay));
  }

  private StoredAnswer remembered(IdempotencyKey key, StoredAnswer answer) {
    end(key, answer);
    return answer;
  }

  /**
   * Takes the key for the transaction. While another transaction has it, waits for its end.
   *
   * @return false if the key stands for an earlier request
   */
  private boolean take(IdempotencyKey key) {
    SqlText sql =
        new SqlText(
                """
                INSERT INTO scheduler.idempotency_key (login, key, request) VALUES (:login, :key, :digest)
                ON CONFLICT DO NOTHING RETURNING login
                """)
            .set("login", key.login())
            .set("key", key.key())
            .set("digest", key.digest());
    return !statements.query(PURPOSE, sql, row -> row.getString(1)).isEmpty();
  }

  /** The answer of the same request; empty if the key stands for another one. */
  private Optional<StoredAnswer> earlier(IdempotencyKey key) {
    SqlText sql =
        new SqlText(
                "SELECT request, status, answer, location FROM scheduler.idempotency_key WHERE login = :login AND key = :key")
            .set("login", key.login())
            .set("key", key.key());
    return statements.query(PURPOSE, sql, Request::of).stream()
        .filter(earlier -> Arrays.equals(earlier.digest(), key.digest()))
        .map(Request::answer)
        .findFirst();
  }

  /** Remembers the answer. A refusal is none: the request may be sent again, and do something. */
  private void end(IdempotencyKey key, StoredAnswer answer) {
    SqlText sql =
        answer.isRefusal()
            ? new SqlText(
                    "DELETE FROM scheduler.idempotency_key WHERE login = :login AND key = :key RETURNING login")
                .set("login", key.login())
                .set("key", key.key())
            : new SqlText(
                    """
                    UPDATE scheduler.idempotency_key SET status = :status, answer = :json, location = :location
                     WHERE login = :login AND key = :key RETURNING login
                    """)
                .set("status", answer.status())
                .set("json", answer.json())
                .set("location", answer.location())
                .set("login", key.login())
                .set("key", key.key());
    statements.query(PURPOSE, sql, row -> row.getString(1));
  }
}
