package org.goodtiming.scheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.goodtiming.scheduler.install.PasswordFile;
import org.goodtiming.scheduler.install.PlainPostgres;
import org.goodtiming.scheduler.install.SqlFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands, on a server that nothing has prepared. */
class InstallDatabaseIT {

  private record Result(int status, String out, String err) {}

  @TempDir private Path directory;
  private final Map<String, String> variables = new HashMap<>();
  private PlainPostgres server;
  private Path passwords;

  @BeforeEach
  void a_new_server() throws IOException {
    server = new PlainPostgres();
    passwords = directory.resolve("passwords.env");
    Path secret = Files.writeString(directory.resolve("admin"), "any\n");
    variables.put("GOODTIMING_DATABASE", server.url("jobs"));
    variables.put("GOODTIMING_ADMIN_PASSWORD_FILE", secret.toString());
  }

  @Test
  void a_database_is_installed_once_and_the_doctor_finds_nothing() throws Exception {
    Result planned = run("install", "database", "--dry-run", "--passwords", passwords.toString());
    assertThat(planned.status()).as(planned.err()).isZero();
    assertThat(planned.out().lines())
        .hasSize(7)
        .allMatch(line -> line.startsWith("Would: "))
        .startsWith("Would: Create database jobs");
    assertThat(passwords).doesNotExist();
    assertThat(server.value("postgres", "SELECT count(*) FROM pg_database WHERE datname = 'jobs'"))
        .isEqualTo("0");

    Result done = run("install", "database", "--show", "--passwords", passwords.toString());
    assertThat(done.status()).as(done.err()).isZero();
    assertThat(done.out())
        .contains("CREATE ROLE scheduler_xa LOGIN;", "CREATE TABLE scheduler.job (")
        .contains("ALTER ROLE scheduler_xa PASSWORD '...'");
    PasswordFile file = new PasswordFile(passwords);
    for (String variable :
        List.of(
            "SCHEDULER_OWNER_PASSWORD",
            "SCHEDULER_XA_PASSWORD",
            "SCHEDULER_LEASE_PASSWORD",
            "SCHEDULER_READ_PASSWORD")) {
      assertThat(done.out()).doesNotContain(file.get(variable).orElseThrow());
    }

    Result again = run("install", "database");
    assertThat(again.status()).as(again.err()).isZero();
    assertThat(again.out())
        .isEqualToIgnoringNewLines("Grant the rights of roles.sql; the roles exist");

    passwords_of_roles_that_exist_are_changed_on_request();

    variables.put(
        "GOODTIMING_DATABASE_PASSWORD", file.get("SCHEDULER_READ_PASSWORD").orElseThrow());
    assertThat(run("doctor", "--database-only").out().lines())
        .first()
        .asString()
        .startsWith("GTD-198 note:");
    a_bundle_has_facts_of_the_database();
    migrate_does_what_is_missing(file.get("SCHEDULER_OWNER_PASSWORD").orElseThrow());
  }

  private void passwords_of_roles_that_exist_are_changed_on_request() throws IOException {
    assertThat(run("install", "database", "--passwords", passwords.toString()).out())
        .doesNotContain("Leave");
    Path other = Files.writeString(directory.resolve("other.env"), "SCHEDULER_XA_PASSWORD=new\n");
    assertThat(run("install", "database", "--passwords", other.toString()).out())
        .contains(
            "Leave the passwords of scheduler_owner, scheduler_xa, scheduler_lease, scheduler_read, which are not the given ones: --set-passwords changes them");
    Result changed =
        run("install", "database", "--passwords", passwords.toString(), "--set-passwords");
    assertThat(changed.out()).contains("Set the password of scheduler_xa");
    Files.writeString(other, "SCHEDULER_XA_PASSWORD=a b\n");
    Result refused = run("install", "database", "--passwords", other.toString());
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .contains(
            "cannot be used: GTD-514 a shell reads another value of SCHEDULER_XA_PASSWORD: put it between single quotes");
  }

  private void a_bundle_has_facts_of_the_database() throws IOException {
    Path bundle = directory.resolve("bundle.zip");
    Result made = run("support-bundle", "--database-only", "--file", bundle.toString());
    assertThat(made.status()).as(made.err()).isZero();
    assertThat(SupportBundleCommandTest.parts(bundle).get("database.txt"))
        .contains("schema = %d\n".formatted(SqlFiles.newestMigration()), "server = PostgreSQL ")
        .contains("\nmax_connections = ");
  }

  private void migrate_does_what_is_missing(String owner) throws SQLException {
    variables.put("GOODTIMING_DATABASE_PASSWORD", owner);
    assertThat(run("migrate").out()).isEqualToIgnoringNewLines("The schema is up to date");
    server.execute("jobs", "DROP VIEW scheduler.held");
    assertThat(run("migrate", "--repair", "--dry-run", "--show").out())
        .startsWith("Would: Restore view scheduler.held\nCREATE OR REPLACE VIEW scheduler.held AS");
    assertThat(run("migrate", "--repair").out()).startsWith("Restore view scheduler.held");
    assertThat(run("migrate", "--repair").out())
        .isEqualToIgnoringNewLines("The schema is up to date");
    int newest = SqlFiles.newestMigration();
    server.createByHand("old", newest - 1);
    variables.put("GOODTIMING_DATABASE", server.url("old"));
    String last = "SELECT max(version) FROM scheduler.schema_version";
    assertThat(run("migrate", "--dry-run").out())
        .startsWith("Would: Run 1 migrations, up to V" + newest);
    assertThat(server.value("old", last)).isEqualTo("" + (newest - 1));
    assertThat(run("migrate").status()).isZero();
    assertThat(server.value("old", last)).isEqualTo("" + newest);
  }

  @Test
  void a_role_without_password_needs_a_file_a_variable_or_a_prompt() {
    Result refused = run("install", "database");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .isEqualToIgnoringNewLines(
            "No password for scheduler_owner: set SCHEDULER_OWNER_PASSWORD or SCHEDULER_OWNER_PASSWORD_FILE");
  }

  @Test
  void a_refusal_of_the_database_has_an_exit_status() {
    Result absent = run("migrate", "--url", server.url("absent"), "--database-user", "postgres");
    assertThat(absent.status()).as(absent.err()).isEqualTo(2);
    variables.put("GOODTIMING_DATABASE_PASSWORD", "wrong");
    Result wrong = run("migrate", "--database-user", "scheduler_owner");
    assertThat(wrong.status()).as(wrong.err()).isEqualTo(4);
    assertThat(wrong.err()).startsWith("The database refuses: ");
    Result away = run("migrate", "--url", "jdbc:postgresql://127.0.0.1:1/jobs");
    assertThat(away.status()).as(away.err()).isEqualTo(6);
  }

  private Result run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command =
        Goodtiming.commandLine(new Surroundings(variables), List.of(arguments))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    int status = command.execute(arguments);
    return new Result(status, out.toString(), err.toString());
  }
}
