package org.goodtiming.scheduler.dev;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The PostgreSQL server of a stack, durable like a real one; it can be stopped, killed and started
 * again.
 */
public final class Database {
  static final String COMPONENT = "database";
  static final String NAME = "scheduler";
  static final String HOST = "127.0.0.1";

  // It tells as an error that the server was already stopped; held here, or it would be forgotten.
  private static final Logger LIBRARY_LOG = Logger.getLogger("io.zonky.test");

  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

  private final StateDirectory state;
  private final ServerProcess server;
  private final Passwords passwords;
  private final Path binaries;
  private final int port;
  private @Nullable EmbeddedPostgres library;

  Database(
      StateDirectory state,
      ProcessRecords processes,
      Passwords passwords,
      Path binaries,
      int port) {
    this.state = state;
    this.server = new ServerProcess(COMPONENT, processes);
    this.passwords = passwords;
    this.binaries = binaries;
    this.port = port;
    LIBRARY_LOG.setLevel(Level.OFF);
  }

  /** The address it listens on. */
  public String host() {
    return HOST;
  }

  /** The port it listens on. */
  public int port() {
    return port;
  }

  /** The JDBC address of the scheduler's database. */
  public String url() {
    return url(port, NAME);
  }

  /** The password of a user. */
  public String password(DatabaseUser user) {
    return passwords.of(user.role());
  }

  /** Connections to the scheduler's database, each a new one. */
  public DataSource dataSource(DatabaseUser user) {
    return dataSource(user, NAME);
  }

  /** A new connection to the scheduler's database; the caller closes it. */
  public Connection connect(DatabaseUser user) throws SQLException {
    return dataSource(user).getConnection();
  }

  /** Whether the server process lives. */
  public boolean running() {
    return server.running();
  }

  /** The id of the server process. */
  public long pid() {
    return server.process().pid();
  }

  /** What the server says. */
  public Path log() {
    return state.log(COMPONENT);
  }

  /** Starts it, for the first time or again on the same data; returns when it takes connections. */
  public synchronized void start() {
    try {
      OwnerOnly.file(log());
      library = settings().start();
      server.started(postmaster());
    } catch (IOException | IllegalStateException e) {
      throw Problem.NOT_STARTED.because(e, "PostgreSQL", e.getMessage() + ", see " + log());
    }
  }

  /** Stops it in an orderly way: transactions under way are rolled back. */
  public synchronized void stopFast() {
    server.stop("INT", STOP_LIMIT);
    release();
  }

  /** Stops it without a checkpoint, so that the next start must recover. */
  public synchronized void stopImmediately() {
    server.stop("QUIT", STOP_LIMIT);
    release();
  }

  /** Kills all its processes, as the power cut does. */
  public synchronized void kill() {
    server.kill();
    release();
  }

  /** Freezes all its processes: connections stay open, but nothing answers. */
  public void suspend() {
    server.suspend();
  }

  /** Lets it go on after {@link #suspend}. */
  public void resume() {
    server.resume();
  }

  DataSource dataSource(DatabaseUser user, String database) {
    var source = new PGSimpleDataSource();
    source.setUrl(url(port, database));
    source.setUser(user.role());
    source.setPassword(password(user));
    return source;
  }

  // The library holds a lock on the data until it is told to close.
  private void release() {
    try {
      if (library != null) {
        library.close();
      }
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, state.database(), e);
    } finally {
      library = null;
    }
  }

  private EmbeddedPostgres.Builder settings() throws IOException {
    Files.createDirectories(binaries);
    var output = ProcessBuilder.Redirect.appendTo(log().toFile());
    return EmbeddedPostgres.builder()
        .setOverrideWorkingDirectory(binaries.toFile())
        .setDataDirectory(state.database())
        .setCleanDataDirectory(false)
        .setRegisterShutdownHook(false)
        .setPort(port)
        .setPGStartupWait(Duration.ofSeconds(60))
        .setConnectConfig("password", password(DatabaseUser.SUPERUSER))
        .setErrorRedirector(output)
        .setOutputRedirector(output)
        // The library starts it with -F, which is fast and loses data
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        // At least the sum of all XA pools: three nodes of 64 + 32
        .setServerConfig("max_prepared_transactions", "300")
        .setServerConfig("max_connections", "300")
        .setServerConfig("listen_addresses", host());
  }

  private OsProcess postmaster() throws IOException {
    var lines = Files.readAllLines(state.database().resolve("postmaster.pid"));
    var pid = Long.parseLong(lines.get(0).trim());
    return ProcessHandle.of(pid)
        .map(OsProcess::of)
        .orElseThrow(() -> new IOException("no process " + pid));
  }

  static String url(int port, String database) {
    return "jdbc:postgresql://" + HOST + ":" + port + "/" + database;
  }
}
