package org.goodtiming.scheduler.dev;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** The PostgreSQL server of a stack, as durable as in production. */
public final class Database extends Component {
  static final String COMPONENT = "database";
  static final String NAME = "scheduler";
  static final String HOST = "127.0.0.1";

  // It tells as an error that the server was already stopped; held here, or it would be forgotten.
  private static final Logger LIBRARY_LOG = Logger.getLogger("io.zonky.test");

  private static final String LIBRARY_LOCK = "epg-lock";
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

  private final StateDirectory state;
  private final Passwords passwords;
  private final Path binaries;
  private final int port;
  private final Map<String, String> settings;
  private @Nullable EmbeddedPostgres library;

  /**
   * @param settings of PostgreSQL, beside those of each stack
   */
  Database(
      StateDirectory state,
      ProcessRecords processes,
      Passwords passwords,
      Path binaries,
      int port,
      Map<String, String> settings) {
    super(COMPONENT, processes);
    this.state = state;
    this.passwords = passwords;
    this.binaries = binaries;
    this.port = port;
    this.settings = settings;
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

  /** Opens a new connection to the scheduler's database for each call. */
  public DataSource dataSource(DatabaseUser user) {
    return dataSource(user, NAME);
  }

  /** A new connection to the scheduler's database; the caller closes it. */
  public Connection connect(DatabaseUser user) throws SQLException {
    return dataSource(user).getConnection();
  }

  @Override
  public Path log() {
    return state.log(COMPONENT);
  }

  @Override
  public synchronized void start() {
    try {
      OwnerOnly.file(log());
      library = builder().start();
      OwnerOnly.file(state.database().resolve(LIBRARY_LOCK));
      server().started(postmaster());
    } catch (IOException | IllegalStateException e) {
      throw Problem.NOT_STARTED.because(e, "PostgreSQL", e.getMessage() + new LogTail(log()));
    }
  }

  /** Stops it gracefully, PostgreSQL's mode fast: it rolls back active transactions. */
  @Override
  public synchronized void stop() {
    server().stop("INT", STOP_LIMIT);
    release();
  }

  /** Stops it without a checkpoint, so that the next start must recover. */
  public synchronized void stopImmediately() {
    server().stop("QUIT", STOP_LIMIT);
    release();
  }

  @Override
  public synchronized void kill() {
    super.kill();
    release();
  }

  DataSource dataSource(DatabaseUser user, String database) {
    return dataSource(url(port, database), user, password(user));
  }

  static PGSimpleDataSource dataSource(String url, DatabaseUser user, String password) {
    var source = new PGSimpleDataSource();
    source.setUrl(url);
    source.setUser(user.role());
    source.setPassword(password);
    return source;
  }

  // The library holds a lock on the data until it is closed.
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

  private EmbeddedPostgres.Builder builder() throws IOException {
    Files.createDirectories(binaries);
    var output = ProcessBuilder.Redirect.appendTo(log().toFile());
    var builder = EmbeddedPostgres.builder();
    settings.forEach(builder::setServerConfig);
    return builder
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
        // For bench rest, which explains the statements that it finds among the activities
        .setServerConfig("track_activity_query_size", "4096")
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
