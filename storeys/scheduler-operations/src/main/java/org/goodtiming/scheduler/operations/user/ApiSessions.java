package org.goodtiming.scheduler.operations.user;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.config.operations.OpenIdConfig;
import org.goodtiming.scheduler.config.operations.RestConfig;
import org.goodtiming.scheduler.config.operations.SessionConfig;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.user.ApiUsers.ApiUser;
import org.goodtiming.scheduler.sql.SqlText;
import org.goodtiming.scheduler.sql.Statements;
import org.jspecify.annotations.Nullable;

/** The sessions of browsers, which every node knows. Each statement is its own transaction. */
@Singleton
public final class ApiSessions {

  private static final String PURPOSE = "read or change sessions";

  private static final String ALIVE =
      "s.expires_at > clock_timestamp() AND s.last_seen_at > clock_timestamp() - :idle::interval";

  /** Nodes of an earlier version did not store the issuer, and had the same settings. */
  private static final String OF_A_KNOWN_ISSUER =
      "(s.issuer_user IS NULL OR coalesce(s.issuer, nullif(:issuer, '')) = nullif(:issuer, ''))";

  private final Statements statements;
  private final SessionConfig limits;

  /** Empty without a provider. */
  private final String issuer;

  @Inject
  ApiSessions(DataSource dataSource, RestConfig rest) {
    this(dataSource, rest.sessions(), rest.login().openId().map(OpenIdConfig::issuer));
  }

  /**
   * @param issuer the OpenID provider of the settings; the sessions of others have ended
   */
  ApiSessions(DataSource dataSource, SessionConfig limits, Optional<URI> issuer) {
    statements = Statements.forClients(dataSource);
    this.limits = limits;
    this.issuer = issuer.map(URI::toString).orElse("");
  }

  private record Found(ApiSession session, boolean toBeSeen) {}

  /**
   * Opens a session of a user whose password has been verified.
   *
   * @return empty if password or lock have changed since then, because such a change must end this
   *     session, too
   */
  public Optional<SessionToken> open(ApiUser user, String address, @Nullable String userAgent) {
    SessionToken token = SessionToken.random();
    SqlText sql =
        new SqlText(
                """
                INSERT INTO scheduler.api_session (token_hash, user_name, expires_at, address, user_agent)
                SELECT :token_hash, name, clock_timestamp() + :age::interval, :address, :user_agent FROM scheduler.api_user
                 WHERE name = :name AND password_hash = :password_hash AND locked_at IS NULL FOR SHARE
                RETURNING id
                """)
            .set("token_hash", token.hash())
            .set("age", limits.age())
            .set("address", address)
            .set("user_agent", userAgent)
            .set("name", user.name())
            .set("password_hash", user.passwordHash());
    return run(sql).isEmpty() ? Optional.empty() : Optional.of(token);
  }

  /** Opens a session of a user whom the OpenID provider has named. */
  public SessionToken openOfIssuer(
      String user, Role role, String address, @Nullable String userAgent) {
    SessionToken token = SessionToken.random();
    run(
        new SqlText(
                """
                INSERT INTO scheduler.api_session (token_hash, issuer, issuer_user, issuer_role, expires_at, address, user_agent)
                VALUES (:token_hash, :issuer, :user, :role, clock_timestamp() + :age::interval, :address, :user_agent) RETURNING id
                """)
            .set("token_hash", token.hash())
            .set("issuer", issuer)
            .set("user", user)
            .set("role", role.label())
            .set("age", limits.age())
            .set("address", address)
            .set("user_agent", userAgent));
    return token;
  }

  /** The session of the token, which has now been seen; empty if it has ended. */
  public Optional<ApiSession> find(SessionToken token) {
    SqlText sql =
        new SqlText(
                """
                SELECT s.id, coalesce(s.issuer_user, s.user_name) AS user_name, coalesce(s.issuer_role, u.role) AS role,
                       s.issuer_user IS NOT NULL AS of_issuer, s.expires_at, t.to_be_seen,
                       CASE WHEN t.to_be_seen THEN clock_timestamp() ELSE s.last_seen_at END + :idle::interval AS idle_until
                  FROM scheduler.api_session s LEFT JOIN scheduler.api_user u ON u.name = s.user_name
                       CROSS JOIN LATERAL (SELECT s.last_seen_at < clock_timestamp() - interval 'PT1M' AS to_be_seen) t
                """,
                limits.idle())
            .and("s.token_hash = :token_hash", token.hash())
            .and("u.locked_at IS NULL", true)
            .and(OF_A_KNOWN_ISSUER, issuer)
            .and(ALIVE, limits.idle());
    return statements.find(PURPOSE, sql, ApiSessions::found).map(this::seen);
  }

  /** Ends the session of the token, if there is one. */
  public void end(SessionToken token) {
    run(
        new SqlText(
            "DELETE FROM scheduler.api_session WHERE token_hash = :token_hash RETURNING id",
            token.hash()));
  }

  /**
   * The active sessions for administrators, the latest request first; at most 1000.
   *
   * @param current id of the requesting session; null if the request has none
   */
  public List<Row> list(@Nullable Long current) {
    SqlText sql =
        new SqlText(
                """
                SELECT s.id, coalesce(s.issuer_user, s.user_name) AS "user", s.issuer, s.created_at, s.last_seen_at, s.expires_at,
                       s.address, s.user_agent,
                       coalesce(s.id = :current::bigint, false) AS current
                  FROM scheduler.api_session s
                """,
                current)
            .and(OF_A_KNOWN_ISSUER, issuer)
            .and(ALIVE, limits.idle())
            .then("ORDER BY s.last_seen_at DESC, s.id DESC LIMIT :limit", 1_000);
    return statements.query(PURPOSE, sql, Row::of);
  }

  /** Written at most once a minute, so that a page that polls writes little. */
  private ApiSession seen(Found found) {
    ApiSession session = found.session();
    if (found.toBeSeen()) {
      run(
          new SqlText(
              """
              UPDATE scheduler.api_session SET last_seen_at = clock_timestamp()
               WHERE id = :id AND last_seen_at < clock_timestamp() - interval 'PT1M' RETURNING id
              """,
              session.id()));
    }
    return session;
  }

  private List<Long> run(SqlText sql) {
    return statements.query(PURPOSE, sql, row -> row.getLong(1));
  }

  private static Found found(ResultSet row) throws SQLException {
    return new Found(
        new ApiSession(
            row.getLong("id"),
            row.getString("user_name"),
            Role.of(row.getString("role")),
            row.getBoolean("of_issuer"),
            row.getObject("expires_at", OffsetDateTime.class).toInstant(),
            row.getObject("idle_until", OffsetDateTime.class).toInstant()),
        row.getBoolean("to_be_seen"));
  }
}
