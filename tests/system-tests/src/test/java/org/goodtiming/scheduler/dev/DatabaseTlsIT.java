package org.goodtiming.scheduler.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * PostgreSQL with the settings of deploy/compose/docker-compose.tls.yml, and the pools' way to
 * connect to it.
 */
@Nightly
class DatabaseTlsIT {

  private static final String PASSWORD = "of a server that lives for a moment";

  @TempDir static Path directory;

  private static Certificates certificates;
  private static EmbeddedPostgres server;

  @BeforeAll
  static void start() throws Exception {
    Path project = Path.of(System.getProperty("scheduler.root"));
    certificates = Certificates.make(project, directory.resolve("tls"));
    server =
        EmbeddedPostgres.builder()
            .setOverrideWorkingDirectory(new Distribution(project).postgres().toFile())
            .setDataDirectory(directory.resolve("data"))
            .setServerConfig("listen_addresses", "127.0.0.1,127.0.0.2")
            .setServerConfig("ssl", "on")
            .setServerConfig("ssl_cert_file", certificates.path("database.crt"))
            .setServerConfig("ssl_key_file", certificates.path("database.key"))
            .start();
    requireTls(project);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Test
  void a_verified_connection_is_served() throws SQLException {
    assertThat(isEncrypted(source("127.0.0.1", "verify-full"))).isTrue();
  }

  @Test
  void plain_connections_are_refused() {
    assertThatThrownBy(() -> isEncrypted(source("127.0.0.1", "disable")))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("no encryption");
  }

  @Test
  void clients_refuse_a_certificate_for_another_name() {
    assertThatThrownBy(() -> isEncrypted(source("127.0.0.2", "verify-full")))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("could not be verified");
  }

  private static void requireTls(Path project) throws IOException, SQLException {
    try (var connection = server.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute("ALTER ROLE postgres PASSWORD '" + PASSWORD + "'");
      Files.copy(
          project.resolve("tools/scheduler-dev/tls/pg_hba.conf"),
          directory.resolve("data/pg_hba.conf"),
          StandardCopyOption.REPLACE_EXISTING);
      statement.execute("SELECT pg_reload_conf()");
    }
  }

  private static PGSimpleDataSource source(String host, String mode) {
    var source = new PGSimpleDataSource();
    source.setServerNames(new String[] {host});
    source.setPortNumbers(new int[] {server.getPort()});
    source.setUser("postgres");
    source.setPassword(PASSWORD);
    source.setSslMode(mode);
    source.setSslRootCert(certificates.path("ca.crt"));
    return source;
  }

  private static boolean isEncrypted(PGSimpleDataSource source) throws SQLException {
    try (var connection = source.getConnection();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")) {
      row.next();
      return row.getBoolean(1);
    }
  }
}
