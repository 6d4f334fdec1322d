package org.goodtiming.scheduler.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.goodtiming.scheduler.install.PlainPostgres;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An administrator follows docs/outages/backup-and-restore.md, word by word, from one server of
 * PostgreSQL to another. Needs the client programs of the server's version, in the directory of
 * property postgresql.client or in the PATH.
 */
class BackupIT {
  private static final String CLIENT = System.getProperty("postgresql.client", "");
  private static final Pattern COMMANDS = Pattern.compile("(?ms)^```sh\n(.*?)^```$");

  @TempDir private Path directory;
  private PlainPostgres old;
  private PlainPostgres renewed;

  @BeforeEach
  void an_installation_with_a_waiting_job_and_a_new_server() throws Exception {
    old = new PlainPostgres();
    assumeTrue(hasClient(), "needs pg_dump of PostgreSQL 18, for example postgresql-client-18");
    renewed = new PlainPostgres();
    run(old, "goodtiming install database --admin postgres --passwords passwords.env");
    old.execute(
        "scheduler",
        "INSERT INTO scheduler.worker_queue (name) VALUES ('order-check')",
        """
        INSERT INTO scheduler.job (queue, job_id, due_at, eligible_at, priority, body_is_text, body, sent_at)
        VALUES ('order-check', '4711', now(), now(), 4, true, 'is it shipped?', now())
        """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--no-acl --no-owner"})
  void a_restored_database_goes_on(String without) throws Exception {
    run(old, commands(0));
    String restore = commands(1).replace("pg_restore ", "pg_restore " + without + " ");

    assertThat(run(renewed, restore)).endsWith("Nothing is wrong\n");
    try (var connection = renewed.connect("scheduler");
        var statement = connection.createStatement()) {
      statement.execute("SET ROLE scheduler_xa");
      var job =
          statement.executeQuery(
              "DELETE FROM scheduler.job WHERE eligible_at <= now() RETURNING job_id, convert_from(body, 'UTF8')");
      assertThat(job.next()).isTrue();
      assertThat(job.getString(1)).isEqualTo("4711");
      assertThat(job.getString(2)).isEqualTo("is it shipped?");
    }
  }

  private static String commands(int block) throws IOException {
    String page = Files.readString(Path.of("../../docs/outages/backup-and-restore.md"));
    List<MatchResult> blocks = COMMANDS.matcher(page).results().toList();
    return blocks.get(block).group(1);
  }

  /** Runs the commands without the broker and systemd. */
  private String run(PlainPostgres server, String commands) throws Exception {
    Path script =
        Files.writeString(
            directory.resolve("script"),
            "systemctl() { :; }\ntar() { :; }\nmv() { :; }\n" + commands);
    URI address = URI.create(server.url("scheduler").substring("jdbc:".length()));
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-e", script.toString())
            .directory(directory.toFile())
            .redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put("PATH", path());
    environment.put("PGHOST", address.getHost());
    environment.put("PGPORT", "" + address.getPort());
    environment.put("GOODTIMING_DATABASE", server.url("scheduler"));
    environment.put("GOODTIMING_ADMIN_PASSWORD", "any");
    environment.put("GOODTIMING_DATABASE_PASSWORD", "any");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as("%s%s", commands, output).isZero();
    return output;
  }

  private boolean hasClient() throws Exception {
    String major = old.value("postgres", "SHOW server_version_num").replaceFirst("....$", "");
    return run(old, "pg_dump --version || true").contains("(PostgreSQL) " + major + ".");
  }

  private static String path() {
    return Stream.of(Path.of("bin").toAbsolutePath().toString(), CLIENT, System.getenv("PATH"))
        .filter(each -> !each.isEmpty())
        .collect(joining(File.pathSeparator));
  }
}
