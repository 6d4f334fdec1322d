package org.goodtiming.scheduler.chaos;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.goodtiming.scheduler.dev.Database;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.install.FileTree;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A standby of the stack's PostgreSQL, with {@code hot_standby_feedback}: a copy of its files that
 * follows it by streaming replication.
 */
final class Standby implements AutoCloseable {

  static final int ANY_PORT = 0;

  /** About how long it takes to make one. */
  static final Duration START = Duration.ofSeconds(15);

  private static final String SLOT = "chaos_standby";
  private static final String OWN_SETTINGS = "postgresql.auto.conf";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  // A standby refuses to start with less of these than its primary has
  private static final String SETTINGS_OF_BOTH =
      """
      SELECT name, setting FROM pg_settings
       WHERE name IN ('max_connections', 'max_prepared_transactions', 'max_wal_senders',
                      'max_worker_processes', 'max_locks_per_transaction')
      """;

  private final Database primary;
  private final Sql sql;
  private final Path directory;
  private final int wantedPort;
  private final Path data;
  private final String accessRules;
  private final String ownSettings;
  private @Nullable EmbeddedPostgres server;

  private Standby(Database primary, Path directory, int wantedPort) throws IOException {
    this.primary = primary;
    this.sql = new Sql(primary.dataSource(DatabaseUser.SUPERUSER));
    this.directory = directory;
    this.wantedPort = wantedPort;
    this.data = Path.of(sql.value("SHOW data_directory"));
    this.accessRules = Files.readString(accessFile());
    this.ownSettings = Files.readString(data.resolve(OWN_SETTINGS));
  }

  /** A new one, of the stack's database; its files are deleted at the end. */
  static Standby of(FaultContext context, int port) throws Exception {
    var standby = new Standby(context.database(), context.state().resolve("standby"), port);
    try {
      standby.start();
      return standby;
    } catch (Exception e) {
      try {
        standby.close();
      } catch (Exception failure) {
        e.addSuppressed(failure);
      }
      throw e;
    }
  }

  /** Connections to it, which can only read. */
  DataSource dataSource() {
    var source = new PGSimpleDataSource();
    source.setUrl(primary.url());
    source.setPortNumbers(new int[] {port()});
    source.setUser(DatabaseUser.SUPERUSER.role());
    source.setPassword(password());
    return source;
  }

  int port() {
    return running().getPort();
  }

  /**
   * The number of transactions that the primary has begun since the oldest snapshot that the
   * standby has reported; 0 if it has reported none.
   */
  long ageOfToldSnapshot() {
    return sql.number(
        "SELECT coalesce(max(age(xmin)), 0) FROM pg_replication_slots WHERE slot_name = '%s'"
            .formatted(SLOT));
  }

  /** Makes commits wait until the standby has written them to its disk, too. */
  void becomeSynchronous() throws InterruptedException {
    sql.execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
    sql.execute("SELECT pg_reload_conf()");
    await(
        "be synchronous",
        () -> sql.number("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") > 0);
  }

  /** Promotes the standby after the death of its primary. */
  void promote() {
    if (!"t".equals(new Sql(dataSource()).value("SELECT pg_promote()"))) {
      throw new IllegalStateException("the standby was not promoted");
    }
  }

  /** Stops the promoted standby, and starts the stack's database with its data. */
  void replacePrimary() throws IOException, InterruptedException {
    stop();
    FileTree.delete(data);
    Files.move(directory, data);
    restoreSettings();
    primary.start();
  }

  @Override
  public void close() throws IOException, InterruptedException {
    restoreSettings();
    if (primary.running()) {
      sql.execute("SELECT pg_reload_conf()");
    }
    stop();
    if (!primary.running()) {
      primary.start();
    }
    var ofSlot = " FROM pg_replication_slots WHERE slot_name = '%s'".formatted(SLOT);
    await("leave its slot", () -> sql.values("SELECT 1" + ofSlot + " AND active").isEmpty());
    sql.execute("SELECT pg_drop_replication_slot(slot_name)" + ofSlot);
    FileTree.delete(directory);
  }

  private void start() throws IOException, SQLException, InterruptedException {
    // Files left by a killed run
    stop();
    FileTree.delete(directory);
    Files.writeString(
        accessFile(),
        "host replication %s 127.0.0.1/32 scram-sha-256%n%s"
            .formatted(DatabaseUser.SUPERUSER.role(), accessRules));
    sql.execute("SELECT pg_reload_conf()");
    sql.execute("SELECT pg_create_physical_replication_slot('%s', true)".formatted(SLOT));
    copyPrimary();
    Files.createFile(directory.resolve("standby.signal"));
    Files.writeString(directory.resolve(OWN_SETTINGS), replication());
    server = settings().start();
  }

  private void copyPrimary() throws IOException, SQLException {
    try (var connection = primary.connect(DatabaseUser.SUPERUSER);
        var statement = connection.createStatement()) {
      statement.execute("SELECT pg_backup_start('standby', true)");
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Files.walkFileTree(data, new DataCopy(data, directory));
      try (var label = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
        label.next();
        Files.writeString(directory.resolve("backup_label"), label.getString(1));
      }
    }
  }

  private String replication() {
    return """
        primary_conninfo = 'host=%s port=%d user=%s password=%s'
        primary_slot_name = '%s'
        hot_standby_feedback = on
        wal_receiver_status_interval = 1s
        """
        .formatted(primary.host(), primary.port(), DatabaseUser.SUPERUSER.role(), password(), SLOT);
  }

  private EmbeddedPostgres.Builder settings() {
    var binaries = Path.of(sql.value("SELECT setting FROM pg_config WHERE name = 'BINDIR'"));
    var log = ProcessBuilder.Redirect.appendTo(primary.log().toFile());
    var settings =
        EmbeddedPostgres.builder()
            .setOverrideWorkingDirectory(binaries.resolve("../..").normalize().toFile())
            .setDataDirectory(directory)
            .setCleanDataDirectory(false)
            .setPort(wantedPort)
            .setPGStartupWait(LIMIT)
            .setConnectConfig("password", password())
            .setErrorRedirector(log)
            .setOutputRedirector(log)
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("listen_addresses", primary.host());
    sql.read(SETTINGS_OF_BOTH, row -> List.of(row.getString(1), row.getString(2)))
        .forEach(setting -> settings.setServerConfig(setting.get(0), setting.get(1)));
    return settings;
  }

  /** Stops the standby, even if it did not start in time. */
  private void stop() throws IOException, InterruptedException {
    if (server != null) {
      server.close();
    }
    var postmaster = postmaster();
    if (postmaster.isPresent() && !Wait.until(LIMIT, () -> !postmaster.get().isAlive())) {
      postmaster.get().destroyForcibly();
      await("end", () -> !postmaster.get().isAlive());
    }
  }

  private Optional<ProcessHandle> postmaster() throws IOException {
    var file = directory.resolve("postmaster.pid");
    return Files.exists(file)
        ? ProcessHandle.of(Long.parseLong(Files.readAllLines(file).get(0).trim()))
        : Optional.empty();
  }

  /** The primary must not wait for a standby that is gone. */
  private void restoreSettings() throws IOException {
    Files.writeString(accessFile(), accessRules);
    Files.writeString(data.resolve(OWN_SETTINGS), ownSettings);
  }

  private static void await(String what, Callable<Boolean> condition) throws InterruptedException {
    if (!Wait.until(LIMIT, condition)) {
      throw new IllegalStateException("the standby did not %s within %s".formatted(what, LIMIT));
    }
  }

  private Path accessFile() {
    return data.resolve("pg_hba.conf");
  }

  private EmbeddedPostgres running() {
    return Objects.requireNonNull(server, "not started");
  }

  private String password() {
    return primary.password(DatabaseUser.SUPERUSER);
  }
}
