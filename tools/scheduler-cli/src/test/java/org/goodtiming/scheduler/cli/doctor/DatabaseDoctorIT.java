package org.goodtiming.scheduler.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.goodtiming.scheduler.cli.doctor.TransactionState.Patience;
import org.goodtiming.scheduler.install.DatabaseAddress;
import org.goodtiming.scheduler.install.DatabaseInstallation;
import org.goodtiming.scheduler.install.PlainPostgres;
import org.goodtiming.scheduler.install.SqlFiles;
import org.goodtiming.scheduler.install.Step;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.LogSequenceNumber;
import org.postgresql.replication.PGReplicationStream;

/** Each finding on a real server, and the cure that the doctor prints for it. */
class DatabaseDoctorIT {
  private static final String DATABASE = "scheduler";
  private static final Plan ONE_NODE = new Plan(1, false);
  private static final Map<String, String> PASSWORDS =
      Map.of(
          "GOODTIMING_ADMIN_PASSWORD", "any",
          "GOODTIMING_DATABASE_PASSWORD", "owner",
          "SCHEDULER_OWNER_PASSWORD", "owner",
          "SCHEDULER_XA_PASSWORD", "secret",
          "SCHEDULER_LEASE_PASSWORD", "secret",
          "SCHEDULER_READ_PASSWORD", "secret");

  private static PlainPostgres server;

  @BeforeAll
  static void an_installed_database() throws IOException, SQLException {
    server = new PlainPostgres();
    for (Step step : new DatabaseInstallation(address(DATABASE), "postgres", "").steps(Map.of())) {
      step.run();
    }
    server.execute(DATABASE, "ALTER ROLE scheduler_owner PASSWORD 'owner'");
  }

  @BeforeEach
  void the_database_is_healthy() {
    assertThat(findings(ONE_NODE)).isEmpty();
  }

  @Test
  void a_reader_learns_what_it_does_not_see() throws Exception {
    server.execute(DATABASE, "ALTER ROLE scheduler_read PASSWORD 'secret'");
    List<Finding> findings =
        doctor(DATABASE, ONE_NODE, Clock.systemUTC()).findings("scheduler_read", "secret");
    assertThat(findings).extracting(Finding::code).containsExactly(FindingCode.HIDDEN_SESSIONS);
    cure(findings.get(0));
    assertThat(doctor(DATABASE, ONE_NODE, Clock.systemUTC()).findings("scheduler_read", "secret"))
        .isEmpty();
  }

  @Test
  void a_refused_login_is_a_finding() {
    assertThat(doctor(DATABASE, ONE_NODE, Clock.systemUTC()).findings("scheduler_owner", "wrong"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.NO_CONNECTION);
              assertThat(finding.seen()).contains("scheduler_owner", "password");
            });
  }

  @Test
  void a_database_without_schema_is_found_and_cured() throws Exception {
    String name = "it's \"new\"";
    server.execute(
        "postgres",
        "CREATE DATABASE " + Psql.name(name),
        "ALTER DATABASE %s SET default_transaction_read_only = on".formatted(Psql.name(name)));
    String encoded = URLEncoder.encode(name, UTF_8);
    isCured(FindingCode.READ_ONLY, encoded);
    isCured(FindingCode.NO_SCHEMA, encoded);
    server.execute("postgres", "DROP DATABASE " + Psql.name(name));
  }

  @Test
  void an_older_schema_is_found_and_cured() throws Exception {
    server.createByHand("old", SqlFiles.newestMigration() - 1);
    isCured(FindingCode.OLD_SCHEMA, "old");
    server.execute("postgres", "DROP DATABASE old");
  }

  @Test
  void a_newer_schema_is_found() throws SQLException {
    int newer = SqlFiles.newestMigration() + 1;
    server.execute(
        DATABASE, "INSERT INTO scheduler.schema_version (version) VALUES (%d)".formatted(newer));
    assertThat(finding(FindingCode.NEW_SCHEMA, ONE_NODE).seen()).contains("" + newer);
    server.execute(DATABASE, "DELETE FROM scheduler.schema_version WHERE version = " + newer);
  }

  @Test
  void a_role_that_is_absent_is_found_and_cured() throws Exception {
    server.execute(DATABASE, "ALTER ROLE scheduler_lease RENAME TO renamed");
    assertThat(finding(FindingCode.NO_ROLE, ONE_NODE).seen()).contains("scheduler_lease");
    isCured(FindingCode.NO_ROLE, DATABASE);
    server.execute(
        DATABASE,
        "DROP OWNED BY scheduler_lease",
        "DROP ROLE scheduler_lease",
        "ALTER ROLE renamed RENAME TO scheduler_lease");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "OPEN_DATABASE | GRANT CONNECT ON DATABASE postgres TO PUBLIC",
        "NO_LOGIN | ALTER ROLE scheduler_xa NOLOGIN",
        "NO_LOGIN | ALTER ROLE scheduler_lease VALID UNTIL '2020-01-01'",
        "STRONG_ROLE | ALTER ROLE scheduler_xa SUPERUSER CREATEDB",
        "NO_PRIVILEGE | REVOKE CONNECT ON DATABASE scheduler FROM scheduler_xa, PUBLIC",
        "NO_PRIVILEGE | REVOKE USAGE ON SCHEMA scheduler FROM scheduler_read",
        "NO_PRIVILEGE | REVOKE DELETE ON scheduler.job FROM scheduler_xa",
        "NO_PRIVILEGE | REVOKE UPDATE (paused) ON scheduler.worker_queue FROM scheduler_xa",
        "NO_PRIVILEGE | REVOKE EXECUTE ON FUNCTION scheduler.decide(uuid, text) FROM scheduler_xa",
        "STRONG_ROLE | GRANT SELECT ON scheduler.api_user TO scheduler_read",
        "STRONG_ROLE | GRANT EXECUTE ON FUNCTION scheduler.remove_worker_queue(text) TO PUBLIC",
        "SCHEMA_DIFFERS | DROP VIEW scheduler.held",
        "SCHEMA_DIFFERS | DROP FUNCTION scheduler.register(jsonb, text)",
        "SCHEMA_DIFFERS | DROP INDEX scheduler.job_eligible",
        "SCHEMA_DIFFERS | ALTER TABLE scheduler.job DROP CONSTRAINT job_key",
        "SCHEMA_DIFFERS | DROP TRIGGER add_lease ON scheduler.worker_queue",
        "SCHEMA_DIFFERS | ALTER TABLE scheduler.job ALTER COLUMN attempts DROP DEFAULT",
        "SCHEMA_DIFFERS | ALTER TABLE scheduler.audit OWNER TO postgres",
        "FOREIGN_OBJECTS | ALTER TABLE scheduler.audit ADD COLUMN theirs text NOT NULL",
        "FOREIGN_OBJECTS | CREATE UNIQUE INDEX theirs ON scheduler.job (due_at)",
        "ROLE_SETTINGS | ALTER ROLE scheduler_xa RESET lock_timeout",
        "ROLE_SETTINGS | ALTER ROLE scheduler_lease SET tcp_user_timeout = '60s'",
        "ISOLATION | ALTER ROLE scheduler_xa SET default_transaction_isolation = 'serializable'",
        "NOT_DURABLE | ALTER ROLE scheduler_xa SET synchronous_commit = off",
        "FEW_OF_ROLE | ALTER ROLE scheduler_read CONNECTION LIMIT 8",
        "FEW_OF_ROLE | ALTER ROLE scheduler_xa CONNECTION LIMIT 64",
        "FEW_OF_ROLE | ALTER ROLE scheduler_lease CONNECTION LIMIT 0",
        "NO_LOGIN | ALTER ROLE scheduler_owner CONNECTION LIMIT 1",
        "FEW_CONNECTIONS | ALTER DATABASE scheduler CONNECTION LIMIT 84",
        "READ_ONLY | ALTER DATABASE scheduler SET default_transaction_read_only = on",
        "NO_AUTOVACUUM | ALTER TABLE scheduler.job SET (autovacuum_enabled = false)",
        "UNLOGGED | ALTER TABLE scheduler.job SET UNLOGGED",
        "INVALID_INDEX | UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'scheduler.job_pkey'::regclass"
      })
  void each_fault_is_found_and_cured(FindingCode code, String fault) throws Exception {
    server.execute(DATABASE, fault);
    cure(finding(code, ONE_NODE));
    assertThat(findings(ONE_NODE)).isEmpty();
  }

  @Test
  void a_dump_that_was_restored_without_rights_is_found_and_cured() throws Exception {
    server.execute(
        DATABASE,
        "ALTER ROLE scheduler_read PASSWORD 'secret'",
        "ALTER ROLE scheduler_xa PASSWORD 'secret'",
        "REVOKE ALL ON SCHEMA scheduler FROM scheduler_xa, scheduler_lease, scheduler_read",
        "REVOKE ALL ON ALL TABLES IN SCHEMA scheduler FROM scheduler_xa, scheduler_lease, scheduler_read",
        "REVOKE ALL ON ALL SEQUENCES IN SCHEMA scheduler FROM scheduler_xa",
        "REVOKE ALL ON ALL FUNCTIONS IN SCHEMA scheduler FROM scheduler_xa",
        "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA scheduler TO PUBLIC");
    List<Finding> findings =
        doctor(DATABASE, ONE_NODE, Clock.systemUTC()).findings("scheduler_read", "secret");
    assertThat(findings)
        .extracting(Finding::code)
        .contains(FindingCode.NO_PRIVILEGE, FindingCode.STRONG_ROLE);
    assertThat(findings.get(0).seen())
        .startsWith("missing: right DELETE ON TABLE scheduler.api_session TO scheduler_xa, ")
        .matches(".* and \\d\\d\\d more");
    cure(findings.get(0));
    assertThat(findings(ONE_NODE)).isEmpty();
    try (Connection node = address(DATABASE).connect("scheduler_xa", "secret");
        Statement statement = node.createStatement()) {
      assertThat(statement.executeUpdate("INSERT INTO scheduler.worker_queue (name) VALUES ('a')"))
          .isEqualTo(1);
    }
    server.execute(DATABASE, "DELETE FROM scheduler.worker_queue");
  }

  @Test
  void a_password_of_a_node_that_the_database_refuses_is_found(@TempDir Path domain)
      throws Exception {
    server.execute(
        DATABASE,
        "ALTER ROLE scheduler_xa PASSWORD 'secret'",
        "ALTER ROLE scheduler_lease PASSWORD 'secret'");
    DatabaseAddress address = address(DATABASE);
    Path file = Files.createDirectories(domain.resolve("goodtiming")).resolve("node.env");
    String variables =
        """
        SCHEDULER_DB_HOST=%s
        SCHEDULER_DB_PORT=%s
        SCHEDULER_DB_NAME=scheduler
        SCHEDULER_XA_PASSWORD=secret
        SCHEDULER_LEASE_PASSWORD=secret
        """
            .formatted(address.host(), address.port());
    Files.writeString(file, variables);
    assertThat(new NodeLogins(file).findings()).isEmpty();
    Files.writeString(file, variables.replace("LEASE_PASSWORD=secret", "LEASE_PASSWORD=old"));
    assertThat(new NodeLogins(file).findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.NODE_LOGIN);
              assertThat(finding.seen())
                  .startsWith("scheduler_lease of " + file)
                  .contains("password authentication failed");
            });
  }

  @Test
  void what_no_repair_restores_is_told() throws SQLException {
    server.execute(DATABASE, "ALTER TABLE scheduler.former_user ALTER deleted_by TYPE varchar");
    Finding finding = finding(FindingCode.SCHEMA_LOST, ONE_NODE);
    server.execute(DATABASE, "ALTER TABLE scheduler.former_user ALTER deleted_by TYPE text");
    assertThat(finding.seen()).startsWith("column scheduler.former_user.deleted_by is missing");
    assertThat(finding.cure().hint()).contains("restore a backup");
  }

  @ParameterizedTest
  @CsvSource({
    "NOT_DURABLE, fsync",
    "NOT_DURABLE, full_page_writes",
    "NOT_DURABLE, synchronous_commit",
    "NO_AUTOVACUUM, autovacuum",
    "NO_AUTOVACUUM, track_counts"
  })
  void a_dangerous_setting_of_the_server_is_found_and_cured(FindingCode code, String setting)
      throws Exception {
    server.execute(DATABASE, "ALTER SYSTEM SET %s = off".formatted(setting));
    server.restart();
    Finding finding = finding(code, ONE_NODE);
    assertThat(finding.seen()).startsWith(setting + " is off");
    cure(finding);
    server.restart();
    assertThat(findings(ONE_NODE)).isEmpty();
  }

  @Test
  void a_standby_for_which_no_commit_waits_is_found_and_cured() throws Exception {
    String sync = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'";
    String streams = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'";
    try (Connection standby = replication("standby-1")) {
      PGReplicationStream stream = streamOf(standby);
      await(() -> server.value(DATABASE, streams).equals("1"));
      Finding finding = finding(FindingCode.ASYNCHRONOUS_STANDBY, ONE_NODE);
      assertThat(finding.seen()).contains("(standby-1)");
      cure(finding);
      await(
          () -> {
            stream.forceUpdateStatus();
            return server.value(DATABASE, sync).equals("1");
          });
      assertThat(findings(ONE_NODE)).isEmpty();
    } finally {
      server.execute(
          DATABASE, "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()");
    }
  }

  @Test
  void commits_that_wait_for_a_standby_that_is_away_are_found_and_released() throws Exception {
    server.execute(
        DATABASE,
        "ALTER SYSTEM SET synchronous_standby_names = 'standby1'",
        "SELECT pg_reload_conf()");
    await(() -> server.value(DATABASE, "SHOW synchronous_standby_names").equals("standby1"));
    Finding finding = finding(FindingCode.NO_STANDBY, ONE_NODE);
    assertThat(finding.seen()).contains("'standby1'");
    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(
            () -> {
              try {
                server.execute(
                    DATABASE, "CREATE TABLE public.waits (n int)", "DROP TABLE public.waits");
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    String waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    await(() -> server.value(DATABASE, waits).equals("1"));
    cure(finding);
    waiting.join();
    assertThat(findings(ONE_NODE)).isEmpty();
  }

  /** Acts like a standby, as far as the primary can see. */
  private static PGReplicationStream streamOf(Connection standby) throws SQLException {
    LogSequenceNumber end =
        LogSequenceNumber.valueOf(server.value(DATABASE, "SELECT pg_current_wal_flush_lsn()"));
    PGReplicationStream stream =
        standby
            .unwrap(PGConnection.class)
            .getReplicationAPI()
            .replicationStream()
            .physical()
            .withStartPosition(end)
            .start();
    stream.setFlushedLSN(end);
    stream.setAppliedLSN(end);
    return stream;
  }

  private static Connection replication(String name) throws SQLException {
    Properties properties = new Properties();
    PGProperty.USER.set(properties, "postgres");
    PGProperty.REPLICATION.set(properties, "true");
    PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "16");
    PGProperty.APPLICATION_NAME.set(properties, name);
    return DriverManager.getConnection(server.url(DATABASE), properties);
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(condition);
  }

  @Test
  void limits_of_the_server_are_compared_with_the_pools_of_all_nodes() throws Exception {
    Plan threeNodes = new Plan(3, true);
    List<Finding> findings = findings(threeNodes);
    assertThat(findings)
        .extracting(Finding::code)
        .containsExactly(FindingCode.FEW_CONNECTIONS, FindingCode.FEW_PREPARED);
    for (Finding finding : findings) {
      assertThat(finding.cure().hint()).isEqualTo("then restart the database");
      cure(finding);
    }
    server.restart();
    assertThat(findings(threeNodes)).isEmpty();
    prepared_and_open_transactions_are_found();
    a_prepared_transaction_of_a_node_is_resolved_by_the_node();
  }

  /** Prepared ones need max_prepared_transactions. */
  private void prepared_and_open_transactions_are_found() throws Exception {
    try (Connection open = server.connect(DATABASE);
        Statement statement = open.createStatement()) {
      open.setAutoCommit(false);
      statement.execute("SELECT count(*) FROM scheduler.job");
      statement.execute("PREPARE TRANSACTION 'of an application'");
      statement.execute("SELECT count(*) FROM scheduler.job");
      List<Finding> findings = impatient().findings("postgres", "");
      assertThat(findings)
          .extracting(Finding::code)
          .containsExactly(FindingCode.PREPARED, FindingCode.OPEN_TRANSACTION);
      assertThat(findings(ONE_NODE)).as("these are young").isEmpty();
      for (Finding finding : findings) {
        cure(finding);
      }
      assertThat(server.value(DATABASE, "SELECT count(*) FROM pg_prepared_xacts")).isEqualTo("0");
      assertThat(open.isValid(5)).as("the session is ended").isFalse();
    }
  }

  private void a_prepared_transaction_of_a_node_is_resolved_by_the_node() throws SQLException {
    try (Connection open = server.connect(DATABASE);
        Statement statement = open.createStatement()) {
      open.setAutoCommit(false);
      statement.execute("SET ROLE scheduler_xa");
      statement.execute("SELECT count(*) FROM scheduler.job");
      statement.execute("PREPARE TRANSACTION '1_AP8Q_bm9kZS0xfg=='");
      assertThat(impatient().findings("postgres", ""))
          .extracting(finding -> finding.cure().line())
          .containsExactly("goodtiming in-doubt resolve 00ff10");
    } finally {
      server.execute(DATABASE, "ROLLBACK PREPARED '1_AP8Q_bm9kZS0xfg=='");
    }
  }

  @Test
  void a_table_of_dead_rows_is_found_and_cured() throws Exception {
    server.execute(
        DATABASE,
        "ALTER TABLE scheduler.tombstone SET (autovacuum_vacuum_threshold = 1000000)",
        """
        INSERT INTO scheduler.tombstone (queue, job_id, cancelled_at)
        SELECT 'a', n::text, now() FROM generate_series(1, 10001) n
        """,
        "DELETE FROM scheduler.tombstone",
        "SELECT pg_stat_force_next_flush()");
    cure(finding(FindingCode.DEAD_ROWS, ONE_NODE));
    assertThat(findings(ONE_NODE)).isEmpty();
  }

  @Test
  void jobs_of_a_queue_that_is_not_allowed_are_found() throws Exception {
    server.execute(
        DATABASE,
        "INSERT INTO scheduler.worker_queue (name) VALUES ('a'), ('b'), ('c')",
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        SELECT q, n::text, now(), now(), 4, true, '', now() FROM unnest(ARRAY['a', 'b', 'c']) q, generate_series(1, 2) n
        """);
    assertThat(findings(ONE_NODE)).isEmpty();
    server.execute(DATABASE, "DELETE FROM scheduler.worker_queue WHERE name IN ('a', 'c')");
    List<Finding> findings = findings(ONE_NODE);
    server.execute(DATABASE, "DELETE FROM scheduler.job", "DELETE FROM scheduler.worker_queue");
    assertThat(findings)
        .extracting(Finding::code)
        .containsExactly(FindingCode.UNLISTED_QUEUE, FindingCode.UNLISTED_QUEUE);
    assertThat(findings)
        .extracting(finding -> finding.cure().line())
        .containsExactly("goodtiming queue create a", "goodtiming queue create c");
  }

  @Test
  void a_schedule_whose_run_is_gone_is_found() throws SQLException {
    server.execute(
        DATABASE,
        """
        INSERT INTO scheduler.schedule (queue, job_id, recurrence, misfire, state, next_planned_at)
        VALUES ('a', 'it''s nightly', 'P1D', 'FIRE_ONCE', 'ACTIVE', now())
        """);
    Finding finding = finding(FindingCode.NO_NEXT_RUN, ONE_NODE);
    server.execute(DATABASE, "DELETE FROM scheduler.schedule");
    assertThat(finding.seen()).isEqualTo("schedule a/it's nightly has no next run");
  }

  @Test
  void a_node_without_a_key_of_an_encrypted_queue_is_found() throws Exception {
    server.execute(
        DATABASE,
        "INSERT INTO scheduler.worker_queue (name, encrypted) VALUES ('pay', true), ('tell', true), ('open', false)",
        """
        INSERT INTO scheduler.node (name, version, started_at, seen_at, clock_offset, encryption_keys)
        VALUES ('n-1', '1', now(), now(), 'PT0S', '{2027,2026}'), ('n-2', '1', now(), now(), 'PT0S', '{2026}')
        """);
    Finding finding = finding(FindingCode.NO_KEY, ONE_NODE);
    assertThat(finding.seen())
        .isEqualTo("node n-2 lacks encryption key 2027 of worker queues pay, tell");
    assertThat(finding.cure().hint())
        .contains("add key 2027 to scheduler.encryption.keys-file of n-2");
    server.execute(
        DATABASE, "UPDATE scheduler.node SET encryption_keys = '{2026,2027}' WHERE name = 'n-2'");
    assertThat(findings(ONE_NODE)).isEmpty();
    server.execute(DATABASE, "UPDATE scheduler.node SET encryption_keys = '{}'");
    assertThat(findings(ONE_NODE))
        .extracting(Finding::seen)
        .containsExactly(
            "node n-1 lacks each encryption key of worker queues pay, tell",
            "node n-2 lacks each encryption key of worker queues pay, tell");
    server.execute(DATABASE, "DELETE FROM scheduler.node", "DELETE FROM scheduler.worker_queue");
  }

  @Test
  void a_target_to_which_nodes_do_not_post_is_found() throws Exception {
    server.execute(
        DATABASE,
        """
        INSERT INTO scheduler.node (name, version, started_at, seen_at, clock_offset, refused_targets)
        SELECT name, '1', now(), seen_at, 'PT0S', '{"check":"host a.example is not in scheduler.target.hosts of this node"}'
          FROM (VALUES ('n-2', now()), ('n-1', now()), ('gone', now() - interval 'PT2M')) n (name, seen_at)
        """);
    Finding finding = finding(FindingCode.TARGET_REFUSED, ONE_NODE);
    server.execute(DATABASE, "DELETE FROM scheduler.node");
    assertThat(finding.seen())
        .isEqualTo(
            "nodes n-1, n-2 do not post to the target of worker queue check: host a.example is not in scheduler.target.hosts of this node");
  }

  @Test
  void a_clock_that_differs_is_found() {
    Clock behind = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-5));
    assertThat(doctor(DATABASE, ONE_NODE, behind).findings("postgres", ""))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.CLOCK);
              assertThat(finding.seen()).contains("ahead of");
            });
  }

  @Test
  void a_check_that_fails_is_a_finding() throws SQLException {
    server.execute(DATABASE, "ALTER TABLE scheduler.schema_version RENAME version TO number");
    try {
      assertThat(finding(FindingCode.UNCHECKED, ONE_NODE).seen()).contains("version");
    } finally {
      server.execute(DATABASE, "ALTER TABLE scheduler.schema_version RENAME number TO version");
    }
  }

  private static void isCured(FindingCode code, String database) throws Exception {
    List<Finding> found = findings(code, database);
    assertThat(found).hasSize(1);
    cure(found.get(0));
    assertThat(findings(code, database)).isEmpty();
  }

  private static List<Finding> findings(FindingCode code, String database) {
    return doctor(database, ONE_NODE, Clock.systemUTC()).findings("postgres", "").stream()
        .filter(finding -> finding.code() == code)
        .toList();
  }

  private static Finding finding(FindingCode code, Plan plan) {
    List<Finding> findings = findings(plan);
    assertThat(findings).extracting(Finding::code).containsExactly(code);
    return findings.get(0);
  }

  private static List<Finding> findings(Plan plan) {
    return doctor(DATABASE, plan, Clock.systemUTC()).findings("postgres", "");
  }

  private static DatabaseDoctor impatient() {
    return new DatabaseDoctor(
        address(DATABASE),
        ONE_NODE,
        Commands.ANY_BROKER,
        Clock.systemUTC(),
        new Patience(Duration.ZERO, Duration.ZERO));
  }

  private static DatabaseDoctor doctor(String database, Plan plan, Clock clock) {
    return new DatabaseDoctor(address(database), plan, Commands.ANY_BROKER, clock);
  }

  private static DatabaseAddress address(String database) {
    return DatabaseAddress.parse(server.url(database)).orElseThrow();
  }

  /** Runs the printed line; the statements of psql in one session, each in its own transaction. */
  private static void cure(Finding finding) throws Exception {
    List<String> words = PrintedLine.run(finding, PASSWORDS);
    if (words.get(0).equals("psql")) {
      String database = words.get(words.indexOf("-d") + 1);
      assertThat(server.url(database))
          .contains(":%s/".formatted(words.get(words.indexOf("-p") + 1)));
      server.execute(
          URLEncoder.encode(database, UTF_8),
          IntStream.range(1, words.size())
              .filter(i -> words.get(i - 1).equals("-c"))
              .mapToObj(words::get)
              .toArray(String[]::new));
    }
  }
}
