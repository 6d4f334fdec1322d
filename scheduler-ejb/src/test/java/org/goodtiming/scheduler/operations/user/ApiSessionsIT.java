package org.goodtiming.scheduler.operations.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.goodtiming.scheduler.config.operations.SessionConfig;
import org.goodtiming.scheduler.database.ContractDatabase;
import org.goodtiming.scheduler.operations.audit.Audit;
import org.goodtiming.scheduler.operations.idempotency.RestPruning;
import org.goodtiming.scheduler.operations.row.Row;
import org.goodtiming.scheduler.operations.user.ApiUsers.ApiUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of browsers, and the causes of their end. */
class ApiSessionsIT {

  private static final SessionConfig LIMITS =
      new SessionConfig(Duration.ofMinutes(30), Duration.ofHours(12));
  private static final Optional<String> NO_ISSUER = Optional.empty();
  private static final ApiUser ANN = new ApiUser("ann", Role.OPERATOR, "hash");

  private final ContractDatabase database = ContractDatabase.shared();
  private final ApiSessions sessions = sessions(Optional.of("https://login.example"));
  private final Audit audit = new Audit(database.xa(), "node-1");
  private final UserChanges users = new UserChanges(database.xa(), audit);

  @BeforeEach
  void ann_and_an_administrator() {
    no_users();
    database.execute(
        """
        INSERT INTO scheduler.api_user (name, role, password_hash)
        VALUES ('ann', 'operator', 'hash'), ('root', 'admin', 'hash')
        """);
  }

  @AfterEach
  void no_users() {
    database.execute("DELETE FROM scheduler.api_user; DELETE FROM scheduler.api_session");
  }

  @Test
  void a_session_is_found_by_its_token_and_by_no_other() {
    Instant before = database.now();
    SessionToken token = open();

    ApiSession found = sessions.find(token).orElseThrow();

    assertThat(found.user()).isEqualTo("ann");
    assertThat(found.role()).isEqualTo(Role.OPERATOR);
    assertThat(found.expiresAt())
        .isBetween(before.plus(LIMITS.age()), database.now().plus(LIMITS.age()));
    assertThat(found.idleUntil())
        .isBetween(before.plus(LIMITS.idle()), database.now().plus(LIMITS.idle()));
    assertThat(sessions.find(SessionToken.random())).isEmpty();
  }

  @Test
  void a_session_of_a_provider_has_the_role_of_its_login_and_no_row() {
    SessionToken token = sessions.openOfIssuer("ann", Role.VIEWER, "127.0.0.1", null);

    database.execute("UPDATE scheduler.api_user SET locked_at = clock_timestamp()");

    ApiSession found = sessions.find(token).orElseThrow();
    assertThat(found.user()).isEqualTo("ann");
    assertThat(found.role()).as("not that of the row with the name").isEqualTo(Role.VIEWER);
    assertThat(found.ofIssuer()).isTrue();
    assertThat(sessions.list(found.id()).toString()).contains("user=ann");
    seenBefore("PT30M");
    assertThat(sessions.find(token)).isEmpty();
  }

  @Test
  void a_session_of_a_provider_ends_when_the_settings_name_it_no_more() {
    SessionToken token = sessions.openOfIssuer("eve", Role.ADMIN, "127.0.0.1", null);
    SessionToken own = open();

    assertThat(sessions.list(null).toString()).contains("issuer=https://login.example");
    for (Optional<String> issuer : List.of(Optional.of("https://other.example"), NO_ISSUER)) {
      ApiSessions later = sessions(issuer);
      assertThat(later.find(token)).isEmpty();
      assertThat(later.list(null).toString()).doesNotContain("eve");
      assertThat(later.find(own)).isPresent();
    }
    assertThat(sessions.find(token)).isPresent();
  }

  @Test
  void a_session_that_an_earlier_version_has_opened_goes_on_while_there_is_a_provider() {
    SessionToken token = sessions.openOfIssuer("eve", Role.ADMIN, "127.0.0.1", null);
    database.execute("UPDATE scheduler.api_session SET issuer = NULL");

    assertThat(sessions.find(token)).isPresent();
    assertThat(sessions(NO_ISSUER).find(token)).isEmpty();
  }

  private ApiSessions sessions(Optional<String> issuer) {
    return new ApiSessions(database.xa(), LIMITS, issuer.map(URI::create));
  }

  @Test
  void an_administrator_ends_a_session_of_a_provider_by_name() {
    SessionToken token = sessions.openOfIssuer("eve", Role.VIEWER, "127.0.0.1", null);
    long id = sessions.find(token).orElseThrow().id();

    assertThat(new SessionChanges(database.xa(), audit).end("root", id)).isTrue();

    assertThat(sessions.find(token)).isEmpty();
    assertThat(database.value("SELECT subject FROM scheduler.audit ORDER BY id DESC LIMIT 1"))
        .isEqualTo("eve");
  }

  @Test
  void the_database_keeps_the_hash_of_the_token_only() {
    SessionToken token = open();

    assertThat(database.value("SELECT s::text FROM scheduler.api_session s"))
        .doesNotContain(token.text())
        .contains(HexFormat.of().formatHex(token.hash()));
  }

  @Test
  void a_session_ends_at_its_age_however_much_it_is_used() {
    SessionToken token = open();

    database.execute("UPDATE scheduler.api_session SET expires_at = clock_timestamp()");

    assertThat(sessions.find(token)).isEmpty();
    assertThat(sessions.list(null)).isEmpty();
  }

  @Test
  void a_session_ends_when_it_is_not_used() {
    SessionToken token = open();

    seenBefore("PT29M");
    assertThat(sessions.find(token).orElseThrow().idleUntil())
        .as("used after 29 minutes")
        .isAfter(database.now().plus(Duration.ofMinutes(29)));
    seenBefore("PT30M");
    assertThat(sessions.find(token)).as("not used for 30 minutes").isEmpty();
    assertThat(sessions.list(null)).isEmpty();
  }

  @Test
  void its_use_is_written_once_a_minute() {
    SessionToken token = open();
    String opened = lastSeen();

    sessions.find(token);
    assertThat(lastSeen()).isEqualTo(opened);

    seenBefore("PT61S");
    String before = lastSeen();
    sessions.find(token);
    assertThat(Instant.parse(lastSeen())).isAfter(Instant.parse(before).plusSeconds(60));
  }

  @Test
  void a_logout_ends_this_session_and_no_other() {
    SessionToken token = open();
    SessionToken other = open();

    sessions.end(token);

    assertThat(sessions.find(token)).isEmpty();
    assertThat(sessions.find(other)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE scheduler.api_user SET password_hash = 'new' WHERE name = 'ann'",
        "UPDATE scheduler.api_user SET role = 'viewer' WHERE name = 'ann'",
        "UPDATE scheduler.api_user SET locked_at = clock_timestamp() WHERE name = 'ann'",
        "DELETE FROM scheduler.api_user WHERE name = 'ann'"
      })
  void a_changed_user_has_no_session_whoever_changes_it(String statement) {
    SessionToken token = open();

    database.execute(statement);

    assertThat(sessions.find(token)).isEmpty();
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void administrators_end_sessions_by_changes_of_the_user_and_not_by_settings_that_stay() {
    SessionToken token = open();
    users.set("root", "ann", Role.OPERATOR, false);
    assertThat(sessions.find(token)).as("nothing has changed").isPresent();

    users.set("root", "ann", Role.SUBMITTER, null);
    assertThat(sessions.find(token)).as("another role").isEmpty();

    token = open();
    users.set("root", "ann", null, true);
    assertThat(sessions.find(token)).as("locked").isEmpty();

    users.set("root", "ann", null, false);
    token = open();
    users.resetPassword("root", "ann", "new");
    assertThat(sessions.find(token)).as("another password").isEmpty();

    assertThat(users.delete("root", "ann")).isEqualTo(UserChanges.Outcome.CHANGED);
    assertThat(count()).isEqualTo("0");
  }

  @Test
  void the_sessions_of_another_user_stay() {
    SessionToken token = open();

    users.resetPassword("root", "root", "new");

    assertThat(sessions.find(token)).isPresent();
  }

  @Test
  void a_password_that_has_changed_since_it_was_verified_opens_no_session() {
    users.resetPassword("root", "ann", "new");

    assertThat(sessions.open(ANN, "10.0.0.1", null)).isEmpty();
  }

  /** The login has verified the former password, and meets the change of it. */
  @Test
  void a_login_beside_a_change_of_its_password_opens_no_session() throws SQLException {
    CompletableFuture<Optional<SessionToken>> opening;
    try (Connection change = database.xa().getConnection()) {
      change.setAutoCommit(false);
      change
          .createStatement()
          .execute("UPDATE scheduler.api_user SET password_hash = 'new' WHERE name = 'ann'");
      opening = CompletableFuture.supplyAsync(() -> sessions.open(ANN, "10.0.0.1", null));
      await().until(this::loginWaits);
      change.commit();
    }

    assertThat(opening.join()).isEmpty();
    assertThat(count()).isEqualTo("0");
  }

  private boolean loginWaits() {
    return database
        .value(
            """
            SELECT count(*) FROM pg_stat_activity
             WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO scheduler.api_session%'
            """)
        .equals("1");
  }

  @Test
  void a_user_who_is_locked_opens_no_session() {
    users.set("root", "ann", null, true);

    assertThat(sessions.open(ANN, "10.0.0.1", null)).isEmpty();
  }

  @Test
  void administrators_see_who_is_logged_in_and_from_where() {
    SessionToken first = open();
    open();
    seenBefore("PT10M");
    ApiSession current = sessions.find(first).orElseThrow();

    List<Row> listed = sessions.list(current.id());

    assertThat(listed.stream().map(row -> row.values().get("current")))
        .containsExactly(true, false);
    assertThat(listed.get(0).values())
        .containsOnlyKeys(
            "id", "user", "createdAt", "lastSeenAt", "expiresAt", "address", "userAgent", "current")
        .containsEntry("user", "ann")
        .containsEntry("address", "10.0.0.1")
        .containsEntry("userAgent", "Browser/1.0");
  }

  @Test
  void an_administrator_ends_a_session_and_that_is_audited() {
    SessionToken token = open();
    long id = sessions.find(token).orElseThrow().id();
    SessionChanges changes = new SessionChanges(database.xa(), audit);

    assertThat(changes.end("root", id)).isTrue();
    assertThat(changes.end("root", id)).isFalse();

    assertThat(sessions.find(token)).isEmpty();
    assertThat(audited()).isEqualTo("root end session ann 10.0.0.1");
  }

  @Test
  void a_leader_deletes_what_has_expired() {
    open();
    seenBefore("PT31M");
    open();
    database.execute(
        "UPDATE scheduler.api_session SET expires_at = clock_timestamp() WHERE last_seen_at > clock_timestamp() - interval 'PT1M'");
    SessionToken token = open();

    new RestPruning(database.xa(), defaults().rest(), "node-1").run();

    assertThat(count()).isEqualTo("1");
    assertThat(sessions.find(token)).isPresent();
  }

  private static SchedulerConfig defaults() {
    return SchedulerConfig.from(
        name -> Optional.of("node-1").filter(value -> name.equals("scheduler.node.name")));
  }

  private SessionToken open() {
    String hash = database.value("SELECT password_hash FROM scheduler.api_user WHERE name = 'ann'");
    return sessions
        .open(new ApiUser("ann", Role.OPERATOR, hash), "10.0.0.1", "Browser/1.0")
        .orElseThrow();
  }

  private void seenBefore(String age) {
    database.execute(
        "UPDATE scheduler.api_session SET last_seen_at = clock_timestamp() - interval '%s'"
            .formatted(age));
  }

  private String lastSeen() {
    return database.value(
        """
        SELECT to_char(last_seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM scheduler.api_session
        """);
  }

  private String count() {
    return database.value("SELECT count(*) FROM scheduler.api_session");
  }

  private String audited() {
    return database.value(
        "SELECT concat_ws(' ', changed_by, action, subject, before ->> 'address') FROM scheduler.audit ORDER BY id DESC LIMIT 1");
  }
}
