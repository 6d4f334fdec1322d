package org.goodtiming.scheduler.install;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A server as initdb makes it, that reads its settings from its files alone; only the superuser
 * logs in without a password. The end of the JVM stops it.
 */
public final class PlainPostgres {
  private static final Path DIRECTORY = Path.of("target", "postgres").toAbsolutePath();
  private static final String SUPERUSER = "postgres";

  private final Path data;
  private final int port;

  /** Starts it. */
  public PlainPostgres() throws IOException {
    Files.createDirectories(DIRECTORY);
    data = Files.createTempDirectory(DIRECTORY, "data");
    try (EmbeddedPostgres first = initialized()) {
      port = first.getPort();
    }
    Files.writeString(
        data.resolve("postgresql.conf"),
        "port = %d\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nlog_min_messages = fatal\n"
            .formatted(port),
        StandardOpenOption.APPEND);
    Files.writeString(
        data.resolve("pg_hba.conf"),
        """
        host all,replication postgres 127.0.0.1/32 trust
        host all all 127.0.0.1/32 scram-sha-256
        """);
    control("start");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> control("stop")));
  }

  /** The JDBC address of a database of the server. */
  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database);
  }

  /** A connection of the superuser, which the caller closes. */
  public Connection connect(String database) throws SQLException {
    return DatabaseAddress.parse(url(database)).orElseThrow().connect(SUPERUSER, "");
  }

  /** As superuser, each statement in its own transaction. */
  public void execute(String database, String... statements) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  /**
   * Creates a database, and runs the migrations up to a version in it as an administrator would
   * with psql.
   */
  public void createByHand(String database, int version) throws SQLException {
    execute("postgres", "CREATE DATABASE " + database);
    execute(database, "GRANT CREATE ON DATABASE %s TO scheduler_owner".formatted(database));
    for (String file : SqlFiles.migrations()) {
      if (Integer.parseInt(file.substring(1, file.indexOf("__"))) <= version) {
        execute(database, "SET ROLE scheduler_owner", SqlFiles.migration(file));
      }
    }
  }

  /** The first value that a query answers the superuser. */
  public String value(String database, String query) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getString(1);
    }
  }

  /** Starts it again, so that all settings take effect. */
  public void restart() {
    control("restart");
  }

  private EmbeddedPostgres initialized() throws IOException {
    return EmbeddedPostgres.builder()
        .setOverrideWorkingDirectory(DIRECTORY.toFile())
        .setDataDirectory(data)
        .setCleanDataDirectory(false)
        .setRegisterShutdownHook(false)
        .setPGStartupWait(Duration.ofMinutes(1))
        .start();
  }

  private void control(String verb) {
    List<String> command = new ArrayList<>();
    if ("root".equals(System.getProperty("user.name"))) {
      // The server refuses to run as root
      command.addAll(List.of("unshare", "-U"));
    }
    command.addAll(
        List.of(
            program().toString(),
            verb,
            "-D",
            data.toString(),
            "-m",
            "fast",
            "-w",
            "-l",
            DIRECTORY.resolve("log").toString()));
    if (verb.equals("start")) {
      command.removeAll(List.of("-m", "fast"));
    }
    try {
      int status =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(
                  ProcessBuilder.Redirect.appendTo(DIRECTORY.resolve("control").toFile()))
              .start()
              .waitFor();
      if (status != 0) {
        throw new IllegalStateException("pg_ctl %s: status %d".formatted(verb, status));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path program() {
    try (Stream<Path> entries = Files.list(DIRECTORY)) {
      return entries
          .map(entry -> entry.resolve("bin/pg_ctl"))
          .filter(Files::exists)
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
