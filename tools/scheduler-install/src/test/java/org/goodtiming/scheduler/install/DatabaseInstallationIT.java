package org.goodtiming.scheduler.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The installation on an unprepared server. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DatabaseInstallationIT {
  private static final String NEWEST = Integer.toString(SqlFiles.newestMigration());
  private static final String VERSION = "SELECT max(version) FROM scheduler.schema_version";
  private static final String HASHES =
      "SELECT string_agg(rolpassword, ' ' ORDER BY rolname) FROM pg_authid";

  private static PlainPostgres server;

  @BeforeAll
  static void a_server() throws IOException {
    server = new PlainPostgres();
  }

  @Test
  @Order(1)
  void reading_the_steps_changes_nothing() throws Exception {
    assertThat(installation("first").rolesWithoutPassword()).hasSize(4);
    List<Step> steps = installation("first").steps(passwords());
    assertThat(steps)
        .extracting(Step::description)
        .containsExactly(
            "Create database first",
            "Create roles, and grant the rights of roles.sql",
            "Set the password of scheduler_owner",
            "Set the password of scheduler_xa",
            "Set the password of scheduler_lease",
            "Set the password of scheduler_read",
            "Run %s migrations, up to %s"
                .formatted(NEWEST, SqlFiles.migrations().get(SqlFiles.newestMigration() - 1)));
    assertThat(server.value("postgres", "SELECT count(*) FROM pg_database WHERE datname = 'first'"))
        .isEqualTo("0");
    assertThat(server.value("postgres", "SELECT count(*) FROM pg_roles WHERE rolname ~ '^sched'"))
        .isEqualTo("0");
  }

  @Test
  @Order(2)
  void a_database_is_installed_from_nothing() throws Exception {
    run(installation("first").steps(passwords()));
    assertThat(server.value("first", VERSION)).isEqualTo(NEWEST);
    assertThat(
            server.value(
                "first",
                "SELECT string_agg(DISTINCT tableowner, ' ') FROM pg_tables WHERE schemaname = 'scheduler'"))
        .isEqualTo("scheduler_owner");
    assertThat(server.value("first", "SHOW server_encoding")).isEqualTo("UTF8");
    for (DatabaseRole role : DatabaseRole.values()) {
      try (Connection connection = address("first").connect(role.login(), secret(role))) {
        assertThat(connection.isValid(5)).isTrue();
      }
      assertThatThrownBy(() -> address("first").connect(role.login(), "wrong"))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  @Order(3)
  void a_second_run_keeps_data_passwords_and_changed_settings() throws Exception {
    server.execute(
        "first",
        "ALTER ROLE scheduler_read CONNECTION LIMIT 99",
        "ALTER ROLE scheduler_xa SET lock_timeout = '7s'",
        "ALTER ROLE scheduler_xa RESET jit",
        "INSERT INTO scheduler.worker_queue (name) VALUES ('kept')");
    String hashes = server.value("first", HASHES);
    assertThat(installation("first").rolesWithoutPassword()).isEmpty();
    List<Step> steps = installation("first").steps(Map.of());
    assertThat(steps).singleElement().satisfies(step -> assertThat(step.statements()).hasSize(2));
    run(steps);
    assertThat(server.value("first", "SELECT name FROM scheduler.worker_queue")).isEqualTo("kept");
    assertThat(server.value("first", HASHES)).isEqualTo(hashes);
    assertThat(
            server.value(
                "first", "SELECT rolconnlimit FROM pg_roles WHERE rolname = 'scheduler_read'"))
        .isEqualTo("99");
    assertThat(
            server.value(
                "first", "SELECT rolconfig::text FROM pg_roles WHERE rolname = 'scheduler_xa'"))
        .contains("lock_timeout=7s", "jit=off");
    assertThat(installation("first").steps(Map.of()))
        .singleElement()
        .satisfies(
            step ->
                assertThat(step.description())
                    .isEqualTo("Grant the rights of roles.sql; the roles exist"));
  }

  @Test
  @Order(4)
  void a_second_database_of_the_server_uses_the_same_roles() throws Exception {
    run(installation("second").steps(Map.of()));
    assertThat(server.value("second", VERSION)).isEqualTo(NEWEST);
    try (Connection connection =
        address("second").connect("scheduler_xa", secret(DatabaseRole.XA))) {
      assertThat(connection.isValid(5)).isTrue();
    }
  }

  @Test
  @Order(5)
  void the_owner_migrates_what_was_migrated_with_psql() throws Exception {
    int before = SqlFiles.newestMigration() - 1;
    server.createByHand("by_hand", before);
    Migrations migrations =
        new Migrations(address("by_hand"), "scheduler_owner", secret(DatabaseRole.OWNER));
    List<Step> steps = migrations.steps();
    assertThat(steps).singleElement().satisfies(step -> assertThat(step.statements()).hasSize(1));
    run(steps);
    assertThat(server.value("by_hand", VERSION)).isEqualTo(NEWEST);
    assertThat(
            server.value(
                "by_hand",
                "SELECT version || ' ' || type FROM scheduler.flyway_schema_history ORDER BY installed_rank LIMIT 1"))
        .isEqualTo(before + " BASELINE");
    assertThat(migrations.steps()).isEmpty();
  }

  @Test
  @Order(6)
  void a_migration_that_was_changed_after_it_ran_is_refused() throws Exception {
    server.execute(
        "second", "UPDATE scheduler.flyway_schema_history SET checksum = 1 WHERE version = '1'");
    assertThatThrownBy(() -> installation("second").steps(Map.of()))
        .hasMessageContaining("checksum mismatch")
        .hasMessageContaining("version 1");
  }

  /** As the administrator of a managed database, on a server without the roles. */
  @Test
  @Order(7)
  void an_administrator_who_is_no_superuser_installs_or_learns_what_is_missing() throws Exception {
    PlainPostgres managed = new PlainPostgres();
    managed.execute("postgres", "CREATE ROLE dba LOGIN CREATEROLE PASSWORD 'dba'");
    DatabaseAddress jobs = DatabaseAddress.parse(managed.url("jobs")).orElseThrow();
    DatabaseInstallation installation = new DatabaseInstallation(jobs, "dba", "dba");
    assertThatThrownBy(() -> installation.steps(passwords()))
        .hasMessage(
            "dba needs CREATEROLE and CREATEDB: name with --admin a role that has them, or a superuser");
    managed.execute("postgres", "ALTER ROLE dba CREATEDB");
    assertThat(installation.rolesWithoutPassword()).hasSize(4);
    List<Step> steps = installation.steps(passwords());
    assertThat(steps)
        .extracting(Step::description)
        .contains(
            "Leave settings of roles that only a superuser may set: ALTER ROLE scheduler_lease SET log_min_messages = 'fatal'; ALTER ROLE scheduler_read SET temp_file_limit = '1GB';");
    run(steps);
    assertThat(managed.value("jobs", VERSION)).isEqualTo(NEWEST);
    assertThat(installation.rolesWithoutPassword()).isEmpty();
    assertThat(installation.refuses(DatabaseRole.XA, secret(DatabaseRole.XA))).isFalse();
    assertThat(installation.refuses(DatabaseRole.XA, "another")).isTrue();
    run(installation.steps(Map.of()));
    try (Connection connection = jobs.connect("scheduler_xa", secret(DatabaseRole.XA))) {
      assertThat(connection.isValid(5)).isTrue();
    }
  }

  private static void run(List<Step> steps) throws Exception {
    for (Step step : steps) {
      step.run();
    }
  }

  private static Map<DatabaseRole, String> passwords() {
    Map<DatabaseRole, String> passwords = new EnumMap<>(DatabaseRole.class);
    for (DatabaseRole role : DatabaseRole.values()) {
      passwords.put(role, secret(role));
    }
    return passwords;
  }

  private static String secret(DatabaseRole role) {
    return "secret of " + role.login();
  }

  private static DatabaseInstallation installation(String database) {
    return new DatabaseInstallation(address(database), "postgres", "");
  }

  private static DatabaseAddress address(String database) {
    return DatabaseAddress.parse(server.url(database)).orElseThrow();
  }
}
