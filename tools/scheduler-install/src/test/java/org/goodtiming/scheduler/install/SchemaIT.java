package org.goodtiming.scheduler.install;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.goodtiming.scheduler.install.SchemaObject.Kind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The description of the schema, and the repair of a database that has lost parts of it. */
class SchemaIT {
  private static final String DATABASE = "jobs";
  private static final String OWNER_PASSWORD = "of the owner";

  private static PlainPostgres server;

  @BeforeAll
  static void an_installed_database() throws Exception {
    server = new PlainPostgres();
    Map<DatabaseRole, String> passwords = new EnumMap<>(DatabaseRole.class);
    passwords.put(DatabaseRole.OWNER, OWNER_PASSWORD);
    for (Step step : new DatabaseInstallation(address(), "postgres", "").steps(passwords)) {
      step.run();
    }
  }

  @BeforeEach
  void the_schema_is_what_the_migrations_make() throws Exception {
    Path right = Files.writeString(Path.of("target/schema.tsv"), found().lines());
    Set<String> surplus = Schema.ofMigrations().lines().lines().collect(toSet());
    List<String> missing = new ArrayList<>(Files.readAllLines(right));
    missing.removeIf(surplus::remove);
    assertThat(missing).as("missing in schema.tsv, which must be " + right).isEmpty();
    assertThat(surplus).as("not made by the migrations; schema.tsv must be " + right).isEmpty();
    assertThat(differences()).isEqualTo(new SchemaDifferences(List.of(), List.of(), List.of()));
  }

  @Test
  void each_object_without_data_is_made_again() throws Exception {
    for (Kind kind : List.of(Kind.TRIGGER, Kind.VIEW, Kind.CONSTRAINT, Kind.INDEX, Kind.FUNCTION)) {
      for (SchemaObject object : found().objects()) {
        if (object.kind() == kind) {
          server.execute(
              DATABASE,
              object.removal().replaceFirst("(CONSTRAINT|VIEW)", "$1 IF EXISTS") + " CASCADE");
        }
      }
    }
    server.execute(
        DATABASE,
        "ALTER TABLE scheduler.job ALTER COLUMN priority DROP NOT NULL",
        "ALTER TABLE scheduler.decision ALTER COLUMN recorded_at DROP DEFAULT");
    assertThat(differences().missing()).hasSizeGreaterThan(100);
    repair("scheduler_owner", OWNER_PASSWORD);
  }

  @Test
  void a_restored_dump_without_rights_and_owners_is_repaired() throws Exception {
    for (SchemaObject object : found().objects()) {
      if (object.kind() == Kind.RIGHT) {
        server.execute(DATABASE, object.removal());
      } else if (object.kind() == Kind.FUNCTION) {
        server.execute(
            DATABASE,
            "GRANT EXECUTE ON FUNCTION %s TO PUBLIC".formatted(object.name()),
            "ALTER FUNCTION %s OWNER TO postgres".formatted(object.name()));
      }
    }
    server.execute(
        DATABASE,
        "ALTER SCHEMA scheduler OWNER TO postgres",
        "ALTER TABLE scheduler.statistic_default OWNER TO postgres",
        "ALTER TABLE scheduler.flyway_schema_history OWNER TO postgres");
    assertThatThrownBy(() -> repair("scheduler_owner", OWNER_PASSWORD))
        .isInstanceOf(SQLException.class);
    repair("postgres", "");
  }

  @Test
  void what_has_changed_is_changed_back() throws Exception {
    server.execute(
        DATABASE,
        "ALTER TABLE scheduler.job DROP CONSTRAINT job_key, ADD CONSTRAINT job_key UNIQUE (queue, job_id, priority)",
        "DROP INDEX scheduler.job_eligible",
        "CREATE INDEX job_eligible ON scheduler.job (queue)",
        "ALTER TABLE scheduler.worker_queue DISABLE TRIGGER add_lease",
        "CREATE OR REPLACE FUNCTION scheduler.recovery_id(job_id text, fire_id uuid) RETURNS text LANGUAGE sql AS 'SELECT job_id'",
        "REVOKE UPDATE (paused) ON scheduler.worker_queue FROM scheduler_xa",
        "GRANT SELECT ON scheduler.webhook TO scheduler_read",
        "GRANT TRUNCATE ON scheduler.audit TO PUBLIC",
        "ALTER TABLE scheduler.audit ENABLE ROW LEVEL SECURITY");
    SchemaDifferences differences = differences();
    assertThat(differences.changed()).hasSize(6);
    assertThat(differences.removable()).hasSize(2);
    repair("scheduler_owner", OWNER_PASSWORD);
  }

  @Test
  void what_cannot_be_restored_is_told() throws Exception {
    server.execute(
        DATABASE,
        "ALTER TABLE scheduler.tombstone DROP CONSTRAINT tombstone_pkey",
        "INSERT INTO scheduler.tombstone (queue, job_id, cancelled_at) VALUES ('q', 'twice', now()), ('q', 'twice', now())",
        "ALTER TABLE scheduler.audit ADD COLUMN theirs text NOT NULL",
        "ALTER TABLE scheduler.lease_history RENAME TO lost");
    assertThatThrownBy(() -> repair("scheduler_owner", OWNER_PASSWORD))
        .hasMessageContaining("not restored: constraint scheduler.tombstone.tombstone_pkey: ERROR")
        .hasMessageContaining("(queue, job_id)=(q, twice)");
    server.execute(DATABASE, "DELETE FROM scheduler.tombstone");
    assertThatThrownBy(() -> repair("scheduler_owner", OWNER_PASSWORD))
        .hasMessage(
            "table scheduler.lease_history cannot be restored without its data: restore a backup");
    assertThat(steps("postgres", ""))
        .extracting(Step::description)
        .contains("Leave what no migration makes: column scheduler.audit.theirs");
    server.execute(
        DATABASE,
        "ALTER TABLE scheduler.audit DROP COLUMN theirs",
        "ALTER TABLE scheduler.lost RENAME TO lease_history");
  }

  private static void repair(String login, String password) throws Exception {
    for (Step step : steps(login, password)) {
      step.run();
    }
  }

  private static List<Step> steps(String login, String password) throws SQLException {
    return new Migrations(address(), login, password).stepsWithRepair();
  }

  private static SchemaDifferences differences() throws SQLException {
    try (Connection connection = server.connect(DATABASE)) {
      return SchemaDifferences.read(connection);
    }
  }

  private static Schema found() throws SQLException {
    try (Connection connection = server.connect(DATABASE)) {
      return Schema.of(connection);
    }
  }

  private static DatabaseAddress address() {
    return DatabaseAddress.parse(server.url(DATABASE)).orElseThrow();
  }
}
