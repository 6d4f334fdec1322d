package org.goodtiming.scheduler.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;

/**
 * Roles, migrations and the sample's tables, from the same files that an administrator would use.
 */
final class Schema {
  private static final List<String> ONLY_WITH_PASSWORD =
      List.of(
          "# Written by the development stack: nobody without a password, not even on this machine",
          "host all all 127.0.0.1/32 scram-sha-256");

  // It warns that the first migration makes a schema if there is none; held here, or it would be
  // forgotten.
  private static final Logger LIBRARY_LOG = Logger.getLogger("org.flywaydb");

  private final Database database;
  private final Path sql;
  private final Path data;

  Schema(Database database, Path sql, Path data) {
    this.database = database;
    this.sql = sql;
    this.data = data;
    LIBRARY_LOG.setLevel(Level.OFF);
  }

  void bringUpToDate() {
    try {
      createDatabase();
      createRoles();
      setPasswords();
      migrate();
      runSample();
    } catch (FlywayValidateException e) {
      throw Problem.CHANGED_MIGRATION.because(e, secondLine(e));
    } catch (SQLException | IOException | FlywayException e) {
      throw Problem.NO_SCHEMA.because(e, firstLine(e));
    }
  }

  private void createDatabase() throws SQLException {
    try (var connection = database.dataSource(DatabaseUser.SUPERUSER, "postgres").getConnection()) {
      if (isMissing(connection, "pg_database WHERE datname = '" + Database.NAME + "'")) {
        run(connection, "CREATE DATABASE " + Database.NAME);
      }
    }
  }

  private void createRoles() throws SQLException, IOException {
    try (var connection = database.connect(DatabaseUser.SUPERUSER)) {
      if (isMissing(connection, role(DatabaseUser.OWNER))) {
        run(connection, Files.readString(sql.resolve("roles.sql")));
      }
      if (isMissing(connection, role(DatabaseUser.SHOP))) {
        run(connection, "CREATE ROLE " + DatabaseUser.SHOP.role() + " LOGIN");
      }
    }
  }

  private void setPasswords() throws SQLException, IOException {
    try (var connection = database.connect(DatabaseUser.SUPERUSER)) {
      for (var user : DatabaseUser.values()) {
        run(
            connection,
            "ALTER ROLE " + user.role() + " PASSWORD '" + database.password(user) + "'");
      }
      Files.write(data.resolve("pg_hba.conf"), ONLY_WITH_PASSWORD);
      run(connection, "SELECT pg_reload_conf()");
    }
  }

  // Over a connection of its own, outside any XA pool; the history stays beside the tables.
  private void migrate() {
    Flyway.configure()
        .dataSource(
            database.url(), DatabaseUser.OWNER.role(), database.password(DatabaseUser.OWNER))
        .locations("filesystem:" + sql.resolve("migrations"))
        .defaultSchema("scheduler")
        .load()
        .migrate();
  }

  private void runSample() throws SQLException, IOException {
    var sample = sql.resolve("sample/shop.sql");
    if (Files.exists(sample)) {
      try (var connection = database.connect(DatabaseUser.SUPERUSER)) {
        run(connection, Files.readString(sample));
      }
    }
  }

  private static String firstLine(Exception problem) {
    return lines(problem).findFirst().orElse("");
  }

  /** Flyway says in its second line which migration it is. */
  private static String secondLine(Exception problem) {
    return lines(problem).skip(1).findFirst().orElse("");
  }

  private static Stream<String> lines(Exception problem) {
    return String.valueOf(problem.getMessage()).lines();
  }

  private static String role(DatabaseUser user) {
    return "pg_roles WHERE rolname = '" + user.role() + "'";
  }

  private static boolean isMissing(Connection connection, String what) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery("SELECT 1 FROM " + what)) {
      return !found.next();
    }
  }

  private static void run(Connection connection, String script) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(script);
    }
  }
}
